import { expect, test } from 'vitest'
import type { CloseBatchDeps } from '../../../../functions/pipeline/close-batch/close-batch.ts'
import { closeEndedBatch } from '../../../../functions/pipeline/close-batch/close-ended-batch.ts'

type Detail = { status: string; redriveCount?: number; error?: string | null; cause?: string }

/** What is written where an execution changed so and its batch's record says this. */
async function hear(detail: Detail, record: { status: string; redrives?: number }) {
  const written: unknown[] = []
  const deps = {
    batches: {
      get: async () => ({ tolerated: 5, ...record }),
      finish: async (_: string, { status, redrives, failure }: Record<string, unknown>) =>
        void written.push({ status, redrives, failure }),
      reopen: async (_: string, redrives: number) => void written.push({ reopened: redrives }),
    },
    objects: { open: async () => undefined },
    results: { bucket: 'results', prefix: 'out/' },
    now: () => 0,
  } as unknown as CloseBatchDeps
  const event = { 'detail-type': 'Step Functions Execution Status Change' as const }
  const whose = { executionArn: 'arn:batch-1', name: 'batch-1' }
  await closeEndedBatch({ ...event, detail: { ...whose, ...detail } }, deps)
  return written
}

const NO_END = 'The batch did not come to its end.'

test.each(['running', 'succeeded'])(
  'a batch that is %s fails with its execution, and says why',
  async (status) => {
    const cause = JSON.stringify({ errorMessage: 'The disk is full.' })
    const failure = { code: 'Full', message: 'The disk is full.' }
    expect(await hear({ status: 'FAILED', error: 'Full', cause }, { status })).toEqual([
      { status: 'failed', redrives: 0, failure },
    ])
    expect(await hear({ status: 'FAILED', error: null }, { status })).toMatchObject([
      { failure: { code: 'BatchFailed', message: NO_END } },
    ])
    expect(await hear({ status: 'ABORTED' }, { status })).toMatchObject([
      { failure: { code: 'BatchAborted', message: NO_END } },
    ])
    expect(await hear({ status: 'TIMED_OUT' }, { status })).toMatchObject([
      { failure: { code: 'BatchTimedOut', message: NO_END } },
    ])
  },
)

test('one that has failed in this drive is left alone, and one of a drive before is not', async () => {
  const failed = { status: 'failed', redrives: 1 }
  expect(await hear({ status: 'FAILED', redriveCount: 1 }, failed)).toEqual([])
  expect(await hear({ status: 'FAILED', redriveCount: 2 }, failed)).toMatchObject([
    { status: 'failed', redrives: 2 },
  ])
  expect(await hear({ status: 'ABORTED' }, { status: 'failed' })).toEqual([])
})

test('one that goes on is opened again, and one that begins is not', async () => {
  const failed = { status: 'failed' }
  expect(await hear({ status: 'RUNNING', redriveCount: 1 }, failed)).toEqual([{ reopened: 1 }])
  expect(await hear({ status: 'RUNNING', redriveCount: 0 }, failed)).toEqual([])
})
