import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../functions/pipeline/jobs/job.ts'
import type { Workbench } from './workbench.ts'

/** Which jobs are asked for; none before `since`. */
export type JobFilter = {
  limit: number
  since: Date
  state?: Job['status'] | undefined
  recipe?: string | undefined
}

const DAY = 86_400_000

/** The latest jobs that pass a filter, newest first, day by day and page by page through the index `byDay`. */
export const listJobs = async (bench: Workbench, filter: JobFilter): Promise<Job[]> => {
  const found: Job[] = []
  const { limit, since, state, recipe } = filter
  const first = Math.floor(since.getTime() / DAY)
  for (let day = Math.floor(Date.now() / DAY); day >= first; day--) {
    for await (const job of jobsOf(bench, new Date(day * DAY), since)) {
      if (state !== undefined && job.status !== state) continue
      if (recipe !== undefined && job.recipe.name !== recipe) continue
      found.push(job)
      if (found.length >= limit) return found
    }
  }
  return found
}

async function* jobsOf({ db, at }: Workbench, day: Date, since: Date): AsyncGenerator<Job> {
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await db.send(
      new QueryCommand({
        TableName: at.jobsTable,
        IndexName: 'byDay',
        KeyConditionExpression: '#day = :day AND createdAt >= :since',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: {
          ':day': day.toISOString().slice(0, 10),
          ':since': since.toISOString(),
        },
        ScanIndexForward: false,
        Limit: 100,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
      }),
    )
    yield* (page.Items ?? []) as Job[]
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
}
