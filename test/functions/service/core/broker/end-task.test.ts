import { afterAll, expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import { endTask } from '../../../../../functions/service/core/broker/end-task.ts'
import { LeaseLost } from '../../../../../functions/service/core/model/lease.ts'

const silenced = vi.spyOn(log, 'info').mockReturnValue()
afterAll(() => silenced.mockRestore())

const TASK = {
  id: 't',
  account: 'a',
  feature: 'bg-replace-vid',
  stage: 'pre-process',
  status: 'running',
  files: {},
  parameters: {},
  units: 6,
  createdAt: 1,
  lease: { holder: 'me', until: 9 },
}

/** Ends a task as `me` says; `ended` is what the store has afterwards. */
async function end(task: object | undefined, outcome: object, ended: object | Error = {}) {
  const whole = task && { ...TASK, ...task }
  const finished: unknown[] = []
  const calls: unknown[] = []
  const deps = {
    tasks: {
      get: async () => whole,
      finish: async (...given: unknown[]) => {
        finished.push(given)
        if (ended instanceof Error) throw ended
        return { ...whole, status: 'success', ...ended }
      },
    },
    units: { charge: async () => {}, release: async () => {} },
    webhooks: { endpoints: async () => [] },
    objectRemover: { remove: async (keys: string[]) => void calls.push(keys) },
    semaphore: { release: async () => void calls.push('released') },
    now: () => 5000,
  } as never
  const result = await endTask({ task: 't', holder: 'me', outcome: outcome as never }, deps).catch(
    (error: Error) => error,
  )
  return { result, calls, told: (finished[0] as unknown[] | undefined)?.[1] }
}
const MADE = { status: 'success', values: { a: 1 }, extension: 'mp4' }

test('a result lies under a key of its task, and costs what was reserved where it has no length', async () => {
  const { result, calls, told } = await end({}, MADE)
  expect(result).toEqual({ status: 'success' })
  expect(told).toEqual({
    status: 'success',
    results: { values: { a: 1 }, objects: { url: 'results/t/result.mp4' } },
    units: 6,
  })
  expect(calls).toEqual([[], 'released'])
})

test('findings have no file, and what it was made with is told', async () => {
  const { told } = await end({}, { status: 'success', values: {}, models: ['m'] })
  expect(told).toMatchObject({ results: { values: {}, objects: {} }, models: ['m'] })
})

test('an effect by the second costs its seconds', async () => {
  const { told } = await end({ stage: 'effect' }, { ...MADE, seconds: 1.5 })
  expect(told).toMatchObject({ units: 4 })
  expect((await end({ feature: 'none', stage: 'effect' }, MADE)).told).toMatchObject({ units: 6 })
})

const SHARED = {
  count: 2,
  frames: 9,
  before: 0,
  since: 5,
  note: 'Cut.',
  models: ['s'],
  surveyed: 3,
}

test('of a shared video the survey’s note, models and seconds are told, and its parts removed', async () => {
  const { told, calls } = await end({ shared: SHARED }, { ...MADE, worked: 4 })
  expect(told).toMatchObject({
    results: { values: { a: 1, note: 'Cut.' } },
    models: ['s'],
    compute: { segments: 2, seconds: 7 },
  })
  expect(calls[0]).toContain('segments/t/0.mp4')
  const own = await end({ shared: SHARED }, { ...MADE, values: { note: 'Dark.' }, models: ['o'] })
  expect(own.told).toMatchObject({
    results: { values: { note: 'Dark. Cut.' } },
    models: ['o'],
    compute: { seconds: 3 },
  })
  const bare = { ...SHARED, note: undefined, models: undefined, surveyed: undefined }
  const { told: little } = await end({ shared: bare }, MADE)
  expect(little).toMatchObject({ results: { values: { a: 1 } }, compute: { seconds: 0 } })
  expect(little).not.toHaveProperty('models')
})

test('an error is told as it is', async () => {
  const outcome = { status: 'error', error: 'INPUT_ERROR', errorMessage: 'm' }
  const { told, result } = await end({}, outcome, { status: 'error' })
  expect([told, result]).toEqual([outcome, { status: 'error' }])
})

test('a task that another worker holds, or that is lost, is not ended', async () => {
  expect((await end(undefined, MADE)).result).toBeUndefined()
  const other = await end({ lease: { holder: 'other', until: 9 } }, MADE)
  expect([other.result, other.calls, other.told]).toEqual([undefined, [], undefined])
  expect((await end({ lease: undefined }, MADE)).result).toBeUndefined()
  expect((await end({}, MADE, new LeaseLost())).result).toBeUndefined()
  expect((await end({}, MADE, new Error('Away.'))).result).toEqual(new Error('Away.'))
})

test('of a task that has ended nothing is worked out, and a result that comes too late is removed', async () => {
  const late = { status: 'error', lease: { holder: 'other', until: 9 } }
  const { told, calls } = await end(late, MADE, { status: 'error', deletedAt: 3 })
  expect(told).toEqual({
    status: 'success',
    results: { values: { a: 1 }, objects: { url: 'results/t/result.mp4' } },
  })
  expect(calls).toEqual([['results/t/result.mp4'], [], 'released'])
  expect((await end(late, MADE, { status: 'error' })).calls).toEqual([[], 'released'])
  const found = { status: 'success', values: {} }
  expect((await end(late, found, { status: 'error', deletedAt: 3 })).calls).toEqual([
    [],
    'released',
  ])
})
