import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** A document client that leaves out undefined fields. Endpoint, region and credentials come from the environment. */
export const openDynamo = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({}), {
    marshallOptions: { removeUndefinedValues: true },
  })

/** Runs a conditional write: what it answered, or undefined when its condition did not hold. */
export const changed = async <Answer>(write: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await write
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}

/** The same for a write whose answer holds nothing: true when it was applied. */
export const applied = async (write: Promise<object>): Promise<boolean> =>
  (await changed(write)) !== undefined
