import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../../pipeline/core/ports/job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** What one request may ask for (DynamoDB API Reference, BatchGetItem). */
const MOST_KEYS = 100

/** The records of these jobs, in no order; those that are not there are left out. */
export async function readJobs(
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
  ids: readonly string[],
): Promise<Job[]> {
  const found: Job[] = []
  let left = [...new Set(ids)]
  while (left.length > 0) {
    const asked = left.slice(0, MOST_KEYS)
    const { Responses, UnprocessedKeys } = await db.send(
      new BatchGetCommand({
        RequestItems: { [at.jobsTable]: { Keys: asked.map((id) => ({ id })) } },
      }),
    )
    found.push(...((Responses?.[at.jobsTable] ?? []) as Job[]))
    const again = (UnprocessedKeys?.[at.jobsTable]?.Keys ?? []).map(({ id }) => String(id))
    left = [...again, ...left.slice(MOST_KEYS)]
  }
  return found
}
