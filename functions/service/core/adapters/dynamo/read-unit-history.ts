import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { ENTRY_PREFIX, type UnitEntry } from '../../model/unit-entry.ts'
import type { UnitHistory } from '../../ports/unit-store.ts'

/** Reads a page of an account's history, newest first. `after` must be the `next` of an earlier page. */
export async function readUnitHistory(
  dynamo: DynamoDBDocumentClient,
  table: string,
  { account, limit, after }: { account: string; limit: number; after?: string | undefined },
): Promise<UnitHistory> {
  const { Items = [] } = await dynamo.send(
    new QueryCommand({
      TableName: table,
      ConsistentRead: true,
      KeyConditionExpression: 'account = :account AND entry BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':account': account,
        ':first': ENTRY_PREFIX,
        // BETWEEN is inclusive, so `after` itself comes first and is dropped below.
        ':last': after ?? `${ENTRY_PREFIX}\uffff`,
      },
      ScanIndexForward: false,
      // One for `after` itself, and one that shows whether another page follows.
      Limit: limit + 2,
    }),
  )
  const rest = Items.filter(({ entry }) => entry !== after)
  const page = rest.slice(0, limit)
  const last = page.at(-1)?.['entry'] as string | undefined
  return {
    entries: page.map(entryOf),
    ...(rest.length > limit && last !== undefined ? { next: last } : {}),
  }
}

function entryOf({ action, target, units, lots, at }: Record<string, unknown>): UnitEntry {
  return { action, target, units, lots, at } as UnitEntry
}
