import { randomUUID } from 'node:crypto'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'

/** One change that somebody made: who, when, what, on what, from where, and how it was answered. */
export type AuditEntry = {
  who: string
  /** ISO 8601. */
  at: string
  /** Method and route, without the values of its variables: `POST /console/api/jobs/{id}/retry`. */
  what: string
  /** The values of the route's variables. */
  on: Readonly<Record<string, string>>
  ip: string
  /** HTTP status of the answer, and the code of a failure. */
  status: number
  code?: string
}

export type Audit = (entry: AuditEntry) => Promise<void>

const KEPT_SECONDS = 400 * 86_400

/** Writes entries by day into the console's table, where they stay for 400 days. */
export function dynamoAudit(db: DynamoDBDocumentClient, table: string): Audit {
  return async (entry) => {
    await db.send(
      new PutCommand({
        TableName: table,
        Item: {
          id: `audit#${entry.at.slice(0, 10)}`,
          entry: `${entry.at}#${randomUUID()}`,
          ...entry,
          expiresAt: Math.floor(Date.parse(entry.at) / 1000) + KEPT_SECONDS,
        },
      }),
    )
  }
}
