import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../../../functions/log.ts'
import { LeaseHeld, LeaseLost } from '../../../../functions/service/core/model/lease.ts'
import { joinVideo } from '../../../../functions/service/work-segments/join-video.ts'
import type { WorkSegmentsDeps } from '../../../../functions/service/work-segments/work-segments-deps.ts'

beforeEach(() => {
  vi.spyOn(log, 'info').mockReturnValue()
  vi.spyOn(log, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const TASK = { id: 't', feature: 'bg-replace-vid', stage: 'effect', parameters: {}, units: 6 }
const ORDER = { task: TASK, inputs: { ref: 'https://ref' }, segments: ['https://0', 'https://1'] }
const VIDEO = { bytes: new Uint8Array(3), contentType: 'video/mp4', extension: 'mp4' }

type Situation = {
  order?: object | 'held' | undefined
  /** What the engine makes of the segments. */
  made?: object
  /** URLs behind which nothing is. */
  gone?: string[]
  /** Whether the task is still held when it ends. */
  ends?: boolean
}

/** What is thrown, and how the task ended, when a video of segments of 30 seconds is joined in two. */
async function joined(situation: Situation = {}) {
  const { made = { output: VIDEO, seconds: 3 }, gone = [], ends = true } = situation
  const outcomes: unknown[] = []
  let released = 0
  let now = 0
  const deps = {
    broker: {
      beginJoin: async () => ('order' in situation ? situation.order : ORDER),
      end: async ({ outcome }: { outcome: unknown }) => {
        outcomes.push(outcome)
        return ends ? { status: 'success' } : undefined
      },
      placeResult: async () => ({ url: 'https://placed', headers: {} }),
      release: async () => void released++,
    },
    files: {
      get: async (url: string) => (gone.includes(url) ? 'absent' : Uint8Array.of(url.length)),
      put: async () => {},
    },
    perform: async ({ share }: { share: { segment: (nth: number) => Promise<Uint8Array> } }) => {
      now += 2_000
      return { results: { read: [...(await share.segment(1))] }, ...made }
    },
    every: () => () => {},
    now: () => now,
  } as unknown as WorkSegmentsDeps
  const work = joinVideo({ task: 't', seconds: 30 }, AbortSignal.timeout(60_000), deps)
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  return { thrown, outcomes, released }
}

test('a joined video ends its task, with the seconds of all who worked on it', async () => {
  const { thrown, outcomes } = await joined()
  expect(thrown).toBeUndefined()
  expect(outcomes).toEqual([
    { status: 'success', values: { read: [9] }, extension: 'mp4', seconds: 3, worked: 32 },
  ])
})

test('nobody joins what another call joins, or what has ended', async () => {
  const held = await joined({ order: 'held' })
  expect(held.thrown).toBeInstanceOf(LeaseHeld)
  expect(held.outcomes).toEqual([])
  expect(await joined({ order: undefined })).toEqual({
    thrown: undefined,
    outcomes: [],
    released: 0,
  })
})

test('who lost the task meanwhile says so', async () => {
  const { thrown, released } = await joined({ ends: false })
  expect(thrown).toBeInstanceOf(LeaseLost)
  expect(released).toBe(1)
})

test.each<[Situation, string]>([
  [{ order: { ...ORDER, task: { ...TASK, feature: 'gone' } } }, 'gone is not offered any more.'],
  [{ gone: ['https://ref'] }, 'What the workers of a video share is gone.'],
  [{ gone: ['https://1'] }, 'Segment 1 of a video is gone.'],
  [{ made: { seconds: 3 } }, 'bg-replace-vid made no video.'],
])('what is no fault of its client is thrown: %j', async (situation, message) => {
  const { thrown, outcomes, released } = await joined(situation)
  expect((thrown as Error).message).toBe(message)
  expect([outcomes, released]).toEqual([[], 1])
})

test('a video that is longer than its units pay for ends its task in words', async () => {
  const { outcomes } = await joined({ made: { output: VIDEO, seconds: 3.5 } })
  expect(outcomes).toEqual([expect.objectContaining({ status: 'error' })])
})
