import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { AuditEntry } from './audit.ts'

/** A page of the audit, newest first; `next` is where older entries begin. */
export type AuditPage = { entries: AuditEntry[]; next?: string }

/** Reads changes that somebody made, those before `before`, a cursor of an earlier page. */
export type ReadAudit = (page: { before?: string | undefined; limit: number }) => Promise<AuditPage>

const DAY_MS = 86_400_000
/** Days without any entry that are passed over in one page; each is a query. */
const MOST_DAYS = 31
/** Behind every time of its day. */
const END_OF_DAY = '~'

/**
 * Reads entries day by day. A cursor is the sort key of the last entry, or a date: its entries and older ones are next.
 * @param now epoch milliseconds
 */
export function dynamoReadAudit(
  db: DynamoDBDocumentClient,
  table: string,
  now: () => number = Date.now,
): ReadAudit {
  return async ({ before, limit }) => {
    const found: (AuditEntry & { entry: string })[] = []
    let [day, below] = [(before ?? isoDay(now())).slice(0, 10), before ?? END_OF_DAY]
    for (let passed = 0; passed < MOST_DAYS; passed++) {
      const { Items = [] } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'id = :day AND entry < :below',
          ExpressionAttributeValues: {
            ':day': `audit#${day}`,
            ':below': below.length === 10 ? END_OF_DAY : below,
          },
          ScanIndexForward: false,
          Limit: limit - found.length,
        }),
      )
      found.push(...(Items as (AuditEntry & { entry: string })[]))
      if (found.length >= limit)
        return { entries: found.map(plain), next: found.at(-1)?.entry ?? day }
      day = isoDay(Date.parse(day) - DAY_MS)
      below = END_OF_DAY
    }
    // Who wrote nothing for a month may have written before.
    return { entries: found.map(plain), ...(found.length > 0 && { next: day }) }
  }
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function plain({ who, at, what, on, ip, status, code }: AuditEntry): AuditEntry {
  return { who, at, what, on, ip, status, ...(code !== undefined && { code }) }
}
