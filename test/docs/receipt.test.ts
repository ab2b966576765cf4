import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../catalog/jobs/receipt.ts'
import { receiptOf } from '../../functions/pipeline/core/jobs/receipt.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { TOLD_JOBS } from './told-jobs.ts'

test('a target that failed says why in plain words, without the stack of what was thrown', () => {
  const job = TOLD_JOBS.succeeded as Job
  const Cause = JSON.stringify({ errorType: 'TaskRefused', errorMessage: 'No.', trace: ['at x'] })
  const tasks = [{ index: 0, failure: { Error: 'TaskRefused', Cause } }]
  const trail = { steps: [{ feature: 'body-reshape', detection: 'task', tasks }], states: [] }
  expect(receiptOf({ ...job, trail }).steps[0]?.tasks).toEqual([
    { index: 0, failure: { code: 'TaskRefused', message: 'No.' } },
  ])
})

test.each(['succeeded', 'failed'] as const)(
  'a receipt of a job that %s holds what the schema names, and no more',
  (status) => {
    const receipt = receiptOf(TOLD_JOBS[status] as Job)
    expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
  },
)
