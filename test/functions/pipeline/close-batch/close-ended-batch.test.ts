import { expect, test } from 'vitest'
import { closeEndedBatch } from '../../../../functions/pipeline/close-batch/close-ended-batch.ts'

/** What is done about a batch of which its execution tells this, with this record. */
async function told(detail: object, record?: object) {
  const done: unknown[] = []
  const deps = {
    batches: {
      get: async () => record && { tolerated: 50, ...record },
      reopen: async (...given: unknown[]) => void done.push(['reopen', ...given]),
      finish: async (id: string, { status, failure, redrives }: Record<string, unknown>) =>
        void done.push(['finish', id, status, (failure as { code: string }).code, redrives]),
    },
    objects: { open: async () => undefined, read: async () => undefined, stream: async () => {} },
    results: { bucket: 'results', prefix: 'out/' },
    now: () => 0,
  }
  await closeEndedBatch(
    { 'detail-type': 'x', detail: { name: 'batch-1', ...detail } } as never,
    deps as never,
  ).catch((error: Error) => done.push(['threw', error.message]))
  return done
}

test('an execution that goes on opens its batch again, and one that begins does not', async () => {
  expect(await told({ status: 'RUNNING', redriveCount: 2 })).toEqual([['reopen', 'batch-1', 2]])
  expect(await told({ status: 'RUNNING', redriveCount: 0 })).toEqual([])
  expect(await told({ status: 'RUNNING' })).toEqual([])
})

test.each([
  ['TIMED_OUT', {}, 'BatchTimedOut'],
  ['ABORTED', {}, 'BatchAborted'],
  ['FAILED', { error: 'ManifestInvalid', cause: '{"errorMessage":"No."}' }, 'ManifestInvalid'],
  ['FAILED', { error: 'TooManyFailures' }, 'TooManyFailures'],
])('an execution that ended as %s %j fails its batch with %s', async (status, more, code) => {
  for (const record of [undefined, { status: 'running' }, { status: 'succeeded' }]) {
    const found = await told({ status, redriveCount: 3, ...more }, record)
    expect(found).toEqual([['finish', 'batch-1', 'failed', code, 3]])
  }
})

test('a batch that failed in this drive, or a later one, stays as it is', async () => {
  const ended = { status: 'FAILED', redriveCount: 1 }
  expect(await told(ended, { status: 'failed', redrives: 1 })).toEqual([])
  expect(await told(ended, { status: 'failed', redrives: 2 })).toEqual([])
  expect(await told({ status: 'FAILED' }, { status: 'failed' })).toEqual([])
  expect(await told(ended, { status: 'failed' })).toHaveLength(1)
  expect(await told(ended, { status: 'failed', redrives: 0 })).toHaveLength(1)
})
