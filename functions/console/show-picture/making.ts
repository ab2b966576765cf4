import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../dynamo.ts'

/** Who makes the previews of a file, and why it has none. */
export type Making = {
  /** Begins to make: `mine`, `theirs` while somebody else makes, or why an earlier attempt found that nothing can. */
  begin(file: string): Promise<'mine' | 'theirs' | { reason: string }>
  /** Lets the next one make. */
  end(file: string): Promise<void>
  /** Notes why the file cannot be shown, so that nobody tries again for a day. */
  refuse(file: string, reason: string): Promise<void>
}

/** Longer than a maker may run: what it held is free again when it was killed. */
const LEASE_SECONDS = 40
const REASON_SECONDS = 86_400

/**
 * Keeps leases and reasons in the console's table.
 * @param now epoch milliseconds
 */
export function dynamoMaking(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): Making {
  const keyOf = (file: string) => ({ id: `picture#${file}`, entry: 'making' })
  const later = (seconds: number): number => Math.floor(now() / 1000) + seconds
  return {
    begin: async (file) => {
      const Item = { ...keyOf(file), expiresAt: later(LEASE_SECONDS) }
      const mine = await conditionHeld(
        db.send(
          new PutCommand({
            TableName: table,
            Item,
            ConditionExpression: 'attribute_not_exists(id) OR expiresAt <= :now',
            ExpressionAttributeValues: { ':now': later(0) },
          }),
        ),
      )
      if (mine) return 'mine'
      const found = await db.send(
        new GetCommand({ TableName: table, Key: keyOf(file), ConsistentRead: true }),
      )
      const reason = found.Item?.['reason']
      return typeof reason === 'string' ? { reason } : 'theirs'
    },
    end: async (file) => {
      await db.send(new DeleteCommand({ TableName: table, Key: keyOf(file) }))
    },
    refuse: async (file, reason) => {
      await db.send(
        new UpdateCommand({
          TableName: table,
          Key: keyOf(file),
          UpdateExpression: 'SET reason = :reason, expiresAt = :end',
          ExpressionAttributeValues: { ':reason': reason, ':end': later(REASON_SECONDS) },
        }),
      )
    },
  }
}
