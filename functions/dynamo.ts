import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A document client that omits undefined fields. Endpoint, region and credentials come from the environment. */
export function createDynamoClient(): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  })
}

/** The result of a conditional write, or undefined when its condition did not hold. */
export async function resultIfApplied<Result>(write: Promise<Result>): Promise<Result | undefined> {
  try {
    return await write
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}

/** Whether a conditional write was applied: false when its condition did not hold. */
export async function applied(write: Promise<object>): Promise<boolean> {
  return (await resultIfApplied(write)) !== undefined
}
