import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../functions/pipeline/jobs/job.ts'
import type { Workbench } from './workbench.ts'

/** The job's record, or undefined when there is none yet. */
export const readJob = async ({ db, at }: Workbench, id: string): Promise<Job | undefined> => {
  const { Item } = await db.send(
    new GetCommand({ TableName: at.jobsTable, Key: { id }, ConsistentRead: true }),
  )
  return Item as Job | undefined
}
