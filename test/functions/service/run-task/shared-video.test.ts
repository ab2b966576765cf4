import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../../../functions/log.ts'
import type { RunTaskDeps } from '../../../../functions/service/run-task/run-task.ts'
import { runTask } from '../../../../functions/service/run-task/run-task.ts'

afterEach(() => vi.restoreAllMocks())

const SHARED = { count: 2, surveys: [new Uint8Array(1)], frames: 8, before: 3 }
const MODELS = [{ file: 'a.onnx' }]

/** What a worker asks of the broker where the engine, five seconds later, gives that. */
async function asked(made: object, order: object = {}, placed = true) {
  vi.spyOn(log, 'info').mockReturnValue()
  vi.spyOn(log, 'warn').mockReturnValue()
  const calls: unknown[] = []
  const options: Parameters<RunTaskDeps['perform']>[1][] = []
  let now = 20_000
  const note =
    (name: string, answer?: unknown) =>
    async ({ holder: _, task: __, ...given }: Record<string, unknown>) => {
      calls.push([name, given])
      return answer
    }
  const task = { id: 't', feature: 'bg-replace-vid', stage: 'effect', parameters: {}, units: 6 }
  const deps = {
    broker: {
      begin: async () => ({ task, files: {}, mayShare: true, ...order }),
      end: note('end', { status: 'success' }),
      placeShared: note('placeShared', placed ? { surveys: [], inputs: {} } : undefined),
      share: note('share', true),
      giveWay: note('giveWay'),
      release: note('release'),
    },
    files: { put: async () => {} },
    isInstalled: () => true,
    perform: async (_: unknown, given: Parameters<RunTaskDeps['perform']>[1]) => {
      now += 5_000
      options.push(given)
      return { results: {}, ...made }
    },
    workersFor: (feature: string) => feature.length,
    every: () => () => {},
    now: () => now,
  } as unknown as RunTaskDeps
  await runTask({ taskId: 't' }, AbortSignal.timeout(60_000), deps)
  return { calls, workers: options[0]?.workersFor?.({} as never) }
}

test('a video that several workers share is handed over with what its survey took, and not ended', async () => {
  const { surveys: _, ...work } = SHARED
  expect((await asked({ shared: SHARED, models: MODELS })).calls).toEqual([
    ['placeShared', { sizes: { surveys: [1], inputs: {} } }],
    ['share', { work: { ...work, models: MODELS, since: 20_000, surveyed: 5 } }],
  ])
  const [, [, { work: without }]] = (await asked({ shared: SHARED })).calls as [
    unknown,
    [string, { work: object }],
  ]
  expect(without).not.toHaveProperty('models')
})

test('one that another worker has taken over is left to it', async () => {
  expect((await asked({ shared: SHARED }, {}, false)).calls).toEqual([
    ['placeShared', expect.anything()],
    ['giveWay', {}],
  ])
})

test('a task of a feature that is offered no more ends in these words', async () => {
  const order = { task: { id: 't', feature: 'gone', stage: 'effect', parameters: {}, units: 1 } }
  const outcome = {
    status: 'error',
    error: 'unknown_internal_error',
    errorMessage: 'The feature is not offered any more.',
  }
  expect((await asked({}, order)).calls).toEqual([['end', { outcome }]])
})

test('a task that one worker carries out is ended, and it is logged how long that took', async () => {
  const { calls } = await asked({ seconds: 3, models: MODELS })
  expect(calls).toEqual([
    ['end', { outcome: { status: 'success', values: {}, seconds: 3, models: MODELS } }],
  ])
  expect(log.info).toHaveBeenLastCalledWith('A task was carried out.', {
    taskId: 't',
    feature: 'bg-replace-vid',
    stage: 'effect',
    status: 'success',
    ms: 5_000,
  })
})

test('the engine is told among how many workers a video may be shared, where there is a workflow', async () => {
  expect((await asked({ shared: SHARED })).workers).toBe('bg-replace-vid'.length)
  expect((await asked({ seconds: 3 }, { mayShare: false })).workers).toBeUndefined()
})
