import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A document client that leaves out undefined fields. Endpoint, region and credentials come from the environment. */
export function createDynamoClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  })
}

/** Runs a conditional write: what it answered, or undefined when its condition did not hold. */
export async function resultIfApplied<Answer>(write: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await write
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}

/** The same for a write whose answer holds nothing: true when it was applied. */
export async function applied(write: Promise<object>): Promise<boolean> {
  return (await resultIfApplied(write)) !== undefined
}
