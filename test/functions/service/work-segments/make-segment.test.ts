import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { log } from '../../../../functions/log.ts'
import { makeSegment } from '../../../../functions/service/work-segments/make-segment.ts'
import type { WorkSegmentsDeps } from '../../../../functions/service/work-segments/work-segments-deps.ts'

beforeEach(() => void vi.spyOn(log, 'error').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

const ORDER = {
  task: { id: 't', feature: 'bg-replace-vid', stage: 'effect', parameters: {}, units: 6 },
  count: 2,
  inputs: { ref: 'https://ref' },
  survey: 'https://survey',
  made: 'https://made',
}

type Situation = {
  made?: object | Error
  /** URLs behind which nothing is. */
  gone?: string[]
  /** Whether the task ends while the segment is made. */
  ends?: boolean
}

/** What is asked of the broker for the second segment, what is put, and what is thrown. */
async function segment({
  made = { output: { bytes: new Uint8Array(4) } },
  gone = [],
  ends,
}: Situation) {
  const calls: unknown[] = []
  let asked = 0
  const deps = {
    broker: {
      beginSegment: async () => (ends && asked++ > 0 ? undefined : ORDER),
      noteSegment: async ({ done }: { done: number }) => {
        calls.push(['done', done])
        return true
      },
      placeSegment: async ({ size }: { size: number }) => {
        calls.push(['place', size])
        return ends ? undefined : { url: 'https://placed', headers: {} }
      },
      failSegment: async ({ failure }: { failure: { errorMessage?: string } }) =>
        void calls.push(['fail', failure.errorMessage]),
    },
    files: {
      has: async () => false,
      get: async (url: string) => (gone.includes(url) ? 'absent' : Uint8Array.of(7)),
      put: async (_: unknown, bytes: Uint8Array) => void calls.push(['put', bytes.length]),
    },
    perform: async (
      request: { share: object },
      { onFrames }: { onFrames: (n: number, of: number) => void },
    ) => {
      calls.push(['perform', request.share])
      if (made instanceof Error) throw made
      onFrames(5, 5)
      return { results: {}, ...made }
    },
    now: () => 0,
  } as unknown as WorkSegmentsDeps
  const work = makeSegment({ task: 't', segment: 1 }, AbortSignal.timeout(60_000), deps)
  const thrown = await work.then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { thrown, calls }
}
const PERFORMED = [
  'perform',
  { make: 'segment', nth: 1, count: 2, survey: Uint8Array.of(7), models: undefined },
]

test('a segment is made, put where it belongs and counted', async () => {
  const { thrown, calls } = await segment({})
  expect(thrown).toBeUndefined()
  expect(calls[0]).toEqual(PERFORMED)
  expect(calls.slice(-3)).toEqual([
    ['place', 4],
    ['put', 4],
    ['done', 5],
  ])
})

test('of a task that ended meanwhile nothing is put', async () => {
  const { thrown, calls } = await segment({ ends: true })
  expect(thrown).toBeUndefined()
  expect(calls.at(-1)).toEqual(['place', 4])
})

test.each([['https://ref'], ['https://survey']])(
  'without %s nothing is made: its task has ended, or what is shared is missing',
  async (url) => {
    expect(await segment({ gone: [url], ends: true })).toEqual({ thrown: undefined, calls: [] })
    const { thrown, calls } = await segment({ gone: [url] })
    expect([thrown, calls]).toEqual(['What the workers of a video share is gone.', []])
  },
)

test('an engine that makes nothing is a defect, and a fault ends the task in its words', async () => {
  const none = await segment({ made: {} })
  expect(none.thrown).toBe('bg-replace-vid made no segment.')
  const fault = await segment({ made: new Fault('target', 'Nobody is there.') })
  expect(fault).toEqual({ thrown: undefined, calls: [PERFORMED, ['fail', 'Nobody is there.']] })
})
