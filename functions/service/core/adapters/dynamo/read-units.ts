import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import {
  BALANCE,
  type BalanceItem,
  type BalancePage,
  PAGE_PREFIX,
  pageNames,
  type Units,
} from './balance-item.ts'

/** `strays` are pages that the account's item does not name: it does not yet, no more, or never will. */
export type ReadUnits = Units & { strays: BalancePage[] }

/** A page that is struck off while it is read is not found; a second look no longer finds it named. */
const MAX_LOOKS = 5

/**
 * Reads an account's item and its pages; undefined for an account without units. The item is read before its pages are,
 * so that whatever is reserved all the while is found: a page that the item does not name yet has nothing that the item
 * has not.
 */
export async function readUnits(
  dynamo: DynamoDBDocumentClient,
  table: string,
  account: string,
): Promise<ReadUnits | undefined> {
  for (let looks = 1; ; looks += 1) {
    const found = await query(dynamo, table, account)
    if (!found) return undefined
    const named = new Set<string>(pageNames(found.item))
    const pages = found.pages.filter(({ entry }) => named.has(entry))
    if (pages.length === named.size) {
      return {
        item: found.item,
        pages,
        strays: found.pages.filter((page) => !pages.includes(page)),
      }
    }
    if (looks === MAX_LOOKS) throw new Error('A page of reservations is gone.')
  }
}

async function query(
  dynamo: DynamoDBDocumentClient,
  TableName: string,
  account: string,
): Promise<Units | undefined> {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'account = :account AND entry BETWEEN :item AND :last',
        ExpressionAttributeValues: {
          ':account': account,
          ':item': BALANCE,
          ':last': `${PAGE_PREFIX}\uffff`,
        },
        ...(from && { ExclusiveStartKey: from }),
      }),
    )
    items.push(...Items)
    from = LastEvaluatedKey
  } while (from)
  const [item, ...pages] = items
  if (item?.['entry'] !== BALANCE) return undefined
  return { item: item as BalanceItem, pages: pages as BalancePage[] }
}
