import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../functions/pipeline/jobs/job.ts'
import type { LocalClients } from './clients.ts'

/** The job's record, or undefined when there is none yet. */
export const readJob = async ({ db, at }: LocalClients, id: string): Promise<Job | undefined> => {
  const { Item } = await db.send(
    new GetCommand({ TableName: at.jobsTable, Key: { id }, ConsistentRead: true }),
  )
  return Item as Job | undefined
}
