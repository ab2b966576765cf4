import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { BATCH_LIST } from '../batches/batch-entry.ts'
import type { Batch } from '../ports/batch.ts'

/** Of older batches it is not asked whether they run. */
const NEWEST = 25

/** How many files the batches that run may have under way, of the newest ones of the table of batches. */
export function countBatchFiles(db: DynamoDBDocumentClient, TableName: string) {
  return async (): Promise<number> => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'id = :list',
        ExpressionAttributeValues: { ':list': BATCH_LIST },
        ScanIndexForward: false,
        Limit: NEWEST,
      }),
    )
    const files = await Promise.all(
      Items.map(async ({ batch }) => {
        const Key = { id: String(batch), entry: 'batch' }
        const { Item } = await db.send(new GetCommand({ TableName, Key }))
        const found = Item as Batch | undefined
        return found?.status === 'running' ? found.concurrency : 0
      }),
    )
    return files.reduce((sum, one) => sum + one, 0)
  }
}
