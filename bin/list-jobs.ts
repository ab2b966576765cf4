import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../functions/pipeline/jobs/job.ts'
import type { LocalClients } from './clients.ts'

/** Days looked back for jobs; older ones are asked for by id. */
const MOST_DAYS = 90

/** The latest jobs, newest first, day by day through the index `byDay`. */
export const listJobs = async ({ db, at }: LocalClients, limit: number): Promise<Job[]> => {
  const found: Job[] = []
  for (let daysAgo = 0; daysAgo < MOST_DAYS && found.length < limit; daysAgo++) {
    const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: at.jobsTable,
        IndexName: 'byDay',
        KeyConditionExpression: '#day = :day',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': day },
        ScanIndexForward: false,
        Limit: limit - found.length,
      }),
    )
    found.push(...(Items as Job[]))
  }
  return found
}
