import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** The job's record, or undefined when there is none yet. */
export async function readJob(
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
  id: string,
): Promise<Job | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: at.jobsTable, Key: { id }, ConsistentRead: true }),
  )
  return Item as Job | undefined
}
