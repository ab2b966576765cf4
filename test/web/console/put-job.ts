import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '../../../functions/pipeline/core/ports/job.ts'
import type { Connection } from '../../stack/connect.ts'

/** Writes a job's record and nothing else: no execution, no task, no file. Returns its id. */
async function putJob({ db, at }: Connection, job: Omit<Job, 'source'>): Promise<string> {
  const source = { bucket: at.dropBucket, key: 'drop/slim/a.png', version: 'gone', size: 1000 }
  await db.send(new PutCommand({ TableName: at.jobsTable, Item: { ...job, source } }))
  return job.id
}

const LONG_AGO = '2026-01-01T12:00:00.000Z'

/** A job that ended long ago, under a recipe that keeps its results for a week. */
export function putOldJob(run: Connection): Promise<string> {
  const id = `job-${'0a'.repeat(20)}`
  const key = `results/${id}/a.png`
  return putJob(run, {
    id,
    status: 'succeeded',
    recipe: { name: 'slim', plan: { steps: [], output: { keepDays: 7 } } as never },
    attempt: 0,
    createdAt: LONG_AGO,
    finishedAt: LONG_AGO,
    trail: {
      steps: [
        {
          feature: 'body-reshape',
          detection: 'gone-1',
          tasks: [{ index: 0, taskId: 'gone-2', status: 'success' }],
        },
      ],
      states: ['PreProcess', 'ChooseTarget', 'CreateTask', 'Deliver'].map((state) => ({
        state,
        ms: 1200,
        retries: 0,
      })),
    },
    results: [
      { bucket: run.at.resultsBucket, key, contentType: 'image/png', size: 900, index: 0 } as never,
    ],
  })
}

/** A job that failed, of which everything that others wrote is one of these texts. */
export function putHostileJob(run: Connection, one: string, other: string): Promise<string> {
  return putJob(run, {
    id: `job-${'0b'.repeat(20)}`,
    status: 'failed',
    recipe: { name: one, plan: { steps: [{ feature: one, target: other }], output: {} } as never },
    attempt: 0,
    createdAt: new Date().toISOString(),
    finishedAt: new Date().toISOString(),
    failure: { code: 'TaskFailed', message: `${one} ${other}`, state: one, retryable: false },
    trail: {
      steps: [
        {
          feature: one,
          detection: null,
          tasks: [{ index: 0, taskId: other, why: other, engine: one, status: 'error' }],
          found: { width: 100, height: 100, boxes: [[1, 2, 30, 40]] },
        },
      ],
      states: [{ state: one, ms: 1, retries: 1 }],
    },
  })
}
