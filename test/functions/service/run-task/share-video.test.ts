import { expect, test } from 'vitest'
import { remoteTaskBroker } from '../../../../functions/service/core/adapters/remote-broker.ts'
import { LeaseLost } from '../../../../functions/service/core/model/lease.ts'
import type { SharedWork } from '../../../../functions/service/core/model/task.ts'
import { shareVideo } from '../../../../functions/service/run-task/share-video.ts'
import { serveWorker } from '../../../../functions/service/serve-worker/serve-worker.ts'
import { overWire } from '../as-worker.ts'

const WORK = {
  count: 2,
  surveys: [new Uint8Array(3), new Uint8Array(1)],
  frames: 8,
  before: 0,
  since: 5,
  surveyed: 7,
  note: 'Half of it is made up.',
}
const HOLDING = { task: 't', holder: '00000000-0000-4000-8000-000000000000' }
const TASK = {
  id: 't',
  feature: 'bg-replace-vid',
  files: { src: { url: 'a' }, ref: [{ url: 'b' }] },
}

/** Shares the video of a task that ended, is shared by another delivery, or runs. */
async function share(state: 'ended' | 'shared' | 'running' | 'taken over') {
  const kept = new Set<string>()
  const started: unknown[] = []
  const work: SharedWork = { count: 2, frames: 8, before: 0, since: 5, at: 5, done: {} }
  let begun = false
  const deps = {
    now: () => 0,
    tasks: {
      renewLease: async () => true,
      beginSharing: async (_: string, __: string, { note }: SharedWork) => {
        expect(note).toBe(WORK.note)
        begun = state === 'running'
        return begun
      },
      get: async () => ({
        ...TASK,
        status: state === 'ended' ? 'error' : 'running',
        ...((state === 'shared' || begun) && { shared: work }),
      }),
    },
    signer: { upload: async (key: string) => key },
    semaphore: { release: async () => {} },
    objectRemover: {
      remove: async (keys: string[]) => {
        for (const key of keys) kept.delete(key)
      },
    },
    startSharing: async (name: string, input: unknown) => {
      started.push([name, input])
      return 'started'
    },
  } as unknown as Parameters<typeof serveWorker>[1]
  const files = { src: new Uint8Array(1), ref: [new Uint8Array(1)] }
  const shared = shareVideo(HOLDING, files, WORK, {
    broker: remoteTaskBroker(overWire(serveWorker, deps)),
    files: { put: async ({ url }) => void kept.add(url) },
  })
  const lost = await shared.then(
    () => false,
    (error: unknown) => error instanceof LeaseLost || Promise.reject(error),
  )
  return { kept: [...kept], started, ...(lost && { lost }) }
}

test('a running task is shared: its files and what is known of the video are kept for the workers', async () => {
  const { kept, started } = await share('running')
  expect(kept.toSorted()).toEqual([
    'segments/t/ref-0',
    'segments/t/src-0',
    'segments/t/survey-0',
    'segments/t/survey-1',
  ])
  expect(started).toEqual([['t', { task: 't', segments: [0, 1] }]])
})

test('what another delivery shared is started again and kept', async () => {
  const { kept, started } = await share('shared')
  expect(kept).toHaveLength(4)
  expect(started).toHaveLength(1)
})

test('of a task that ended meanwhile nothing is kept, and nobody works on it', async () => {
  expect(await share('ended')).toEqual({ kept: [], started: [] })
})

test('what another worker shares, which has taken the task over, is left alone', async () => {
  expect(await share('taken over')).toEqual({ kept: expect.any(Array), started: [], lost: true })
  expect((await share('taken over')).kept).toHaveLength(4)
})
