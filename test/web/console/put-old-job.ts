import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../../../functions/pipeline/core/ports/job.ts'
import type { Connection } from '../../stack/connect.ts'

const ID = `job-${'0a'.repeat(20)}`
const AT = '2026-01-01T12:00:00.000Z'

/**
 * Writes the record of a job that ended long ago, of which nothing else is left: no execution, no task, no file. Its
 * recipe keeps results for a week.
 * @returns its id
 */
export async function putOldJob({ db, at }: Connection): Promise<string> {
  const job: Job = {
    id: ID,
    status: 'succeeded',
    source: {
      bucket: at.dropBucket,
      key: 'drop/slim/long ago.png',
      version: 'gone',
      etag: 'e',
      size: 1000,
    } as Job['source'],
    recipe: {
      name: 'slim',
      plan: { steps: [], output: { keepDays: 7 } } as unknown as NonNullable<Job['recipe']['plan']>,
    },
    attempt: 0,
    createdAt: AT,
    finishedAt: AT,
    trail: {
      steps: [
        {
          feature: 'body-reshape',
          detection: 'gone-1',
          tasks: [{ index: 0, taskId: 'gone-2', status: 'success' }],
        },
      ],
      states: ['PreProcess', 'ChooseTarget', 'CreateTask', 'Deliver'].map((state) => ({
        ...{ state, ms: 1200, retries: 0 },
      })),
    },
    results: [
      {
        bucket: at.resultsBucket,
        key: `results/${ID}/long ago.png`,
        contentType: 'image/png',
        size: 900,
        index: 0,
      } as NonNullable<Job['results']>[number],
    ],
  }
  await db.send(new PutCommand({ TableName: at.jobsTable, Item: job }))
  return ID
}
