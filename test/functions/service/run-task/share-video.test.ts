import { expect, test } from 'vitest'
import { LeaseLost } from '../../../../functions/service/model/lease.ts'
import type { SharedWork } from '../../../../functions/service/model/task.ts'
import { shareVideo } from '../../../../functions/service/run-task/share-video.ts'

const WORK = {
  count: 2,
  surveys: [new Uint8Array(3), new Uint8Array(1)],
  frames: 8,
  before: 0,
  since: 5,
  surveyed: 7,
}
const TASK = { id: 't', files: { src: { url: 'a' }, ref: [{ url: 'b' }] } }

/** Shares the video of a task that ended, is shared by another delivery, or runs. */
async function share(state: 'ended' | 'shared' | 'running' | 'taken over') {
  const kept = new Set<string>()
  const started: unknown[] = []
  const work: SharedWork = { count: 2, frames: 8, before: 0, since: 5, at: 5, done: {} }
  const held = { task: TASK as never, holder: 'h', confirm: async () => {} }
  const shared = shareVideo(held, { src: new Uint8Array(1), ref: [new Uint8Array(1)] }, WORK, {
    files: {
      put: async (key) => void kept.add(key),
      remove: async (keys) => {
        for (const key of keys) kept.delete(key)
      },
    },
    tasks: {
      beginSharing: async () => state === 'running',
      get: async () =>
        ({ shared: { shared: work }, 'taken over': { status: 'running' }, ended: {}, running: {} })[
          state
        ] as never,
    },
    startSharing: async (name, input) => {
      started.push([name, input])
      return 'started'
    },
  })
  const lost = await shared.then(
    () => false,
    (error: unknown) => error instanceof LeaseLost,
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
