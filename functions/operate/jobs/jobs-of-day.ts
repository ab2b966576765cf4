import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

const DAY_MS = 86_400_000

/** The jobs that began on a day, counted in days since 1970 (UTC), and not before `since`, page by page. */
export async function* jobsOfDay(
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
  day: number,
  since: Date,
  { newestFirst }: { newestFirst: boolean },
): AsyncGenerator<Job> {
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await db.send(
      new QueryCommand({
        TableName: at.jobsTable,
        IndexName: 'byDay',
        KeyConditionExpression: '#day = :day AND createdAt >= :since',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: {
          ':day': new Date(day * DAY_MS).toISOString().slice(0, 10),
          ':since': since.toISOString(),
        },
        ScanIndexForward: !newestFirst,
        Limit: 100,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    )
    yield* (page.Items ?? []) as Job[]
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
}

/** The day a timestamp lies in, counted like these. */
export function dayOf(timestamp: number): number {
  return Math.floor(timestamp / DAY_MS)
}
