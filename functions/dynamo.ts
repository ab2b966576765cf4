import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { Unstorable } from './unstorable.ts'

/** A document client that omits undefined fields. Endpoint, region and credentials come from the environment. */
export function createDynamoClient(
  options: Pick<DynamoDBClientConfig, 'maxAttempts'> = {},
): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(new DynamoDBClient(options), {
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
export async function conditionHeld(write: Promise<object>): Promise<boolean> {
  return (await resultIfApplied(write)) !== undefined
}

/** How the database refuses a write for what is in it: a value, an attribute's length or the size of the item. */
const REFUSALS = new Set(['ValidationException', 'SerializationException'])

/**
 * The result of a write whose values come from outside.
 * @throws Unstorable where the database refuses them
 */
export async function asUnstorable<Result>(write: Promise<Result>): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException) || !REFUSALS.has(error.name)) throw error
    throw new Unstorable('The database cannot hold the record.', { cause: error })
  }
}
