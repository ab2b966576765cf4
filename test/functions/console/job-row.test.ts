import { expect, test } from 'vitest'
import { jobRow } from '../../../functions/console/routes/job-row.ts'
import type { Job } from '../../../functions/pipeline/core/ports/job.ts'

const JOB = {
  id: 'job-1',
  status: 'running',
  attempt: 2,
  createdAt: '2026-01-31T12:00:00.000Z',
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size: 3 },
  recipe: { name: 'slim' },
} as Job
const ROW = {
  id: 'job-1',
  status: 'running',
  createdAt: JOB.createdAt,
  key: 'drop/slim/a.jpg',
  size: 3,
  recipe: 'slim',
  attempt: 2,
  batched: false,
  results: [],
}

test.each<[string, object, object]>([
  ['that runs', {}, {}],
  ['of a batch', { batched: true }, { batched: true }],
  [
    'that succeeded',
    { status: 'succeeded', finishedAt: '2026-01-31T12:01:00.000Z', results: [{}, {}] },
    {
      status: 'succeeded',
      finishedAt: '2026-01-31T12:01:00.000Z',
      units: 0,
      results: ['result-0', 'result-1'],
    },
  ],
  [
    'that failed',
    {
      status: 'failed',
      failure: { code: 'JobBroke', message: 'No.', retryable: true, state: 'X' },
    },
    { status: 'failed', failure: { code: 'JobBroke', message: 'No.', retryable: true } },
  ],
  [
    'whose file came back as it was',
    { status: 'succeeded', refused: { code: 'NoTarget', words: 'Nobody.' } },
    { status: 'refused', failure: { code: 'NoTarget', message: 'Nobody.', retryable: false } },
  ],
  [
    'that is parked',
    { status: 'parked', parked: { reason: 'units', since: 'then', until: 'later' } },
    { status: 'parked', parked: { reason: 'units', until: 'later' } },
  ],
])('a job %s', (_, change, expected) => {
  expect(jobRow({ ...JOB, ...change } as Job)).toEqual({ ...ROW, ...expected })
})
