import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import { countFreeTask } from '../../../../../functions/service/core/tasks/count-free-task.ts'
import { reserveUnits } from '../../../../../functions/service/core/tasks/reserve-units.ts'

beforeEach(() => {
  vi.spyOn(log, 'info').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const NOW = 100_000
const HELD = { id: 'mine', units: 2, lots: [{ lot: '1', units: 2 }] }
const RANGE = { least: 1, most: 2 }
const held = (n: number, at: number) => ({ taskId: `t${n}`, id: `r${n}`, units: 1, lots: [], at })

/** Units whose first answer is this and whose others hold, over tasks by their ids. */
function open(first: object, all: object[] = [], tasks: Record<string, object> = {}) {
  const calls: unknown[] = []
  let asked = 0
  const units = {
    reserve: async (_: string, request: object) => {
      asked += 1
      calls.push(['reserve', request])
      return { ...(asked === 1 ? first : { held: HELD }), all }
    },
    release: async (_: string, { id }: { id: string }) => void calls.push(['release', id]),
    charge: async (_: string, { id }: { id: string }) => void calls.push(['charge', id]),
  }
  const deps = {
    units,
    tasks: {
      get: async (id: string) => tasks[id],
      finish: async (id: string) => ({ ...tasks[id], status: 'error' }),
    },
    freeTasks: { remove: async () => {} },
    webhooks: { endpoints: async () => [] },
    now: () => NOW * 1000 + 999,
  }
  const reserve = (task: object = {}, range = RANGE) =>
    reserveUnits({ id: 'mine', account: 'a', ...task } as never, range, deps as never)
  const names = () => calls.map((call) => (call as string[]).slice(0, 2))
  return { calls, names, reserve }
}

test('a task that costs nothing reserves nothing', async () => {
  const { calls, reserve } = open({})
  expect(await reserve({}, { least: 0, most: 0 })).toEqual({ units: 0 })
  expect(calls).toEqual([])
})

test('a task holds what was reserved for it', async () => {
  const { calls, reserve } = open({ held: HELD })
  expect(await reserve()).toEqual({ units: 2, reservation: 'mine', lots: HELD.lots })
  expect(calls).toEqual([
    ['reserve', expect.objectContaining({ taskId: 'mine', ...RANGE, at: NOW, places: undefined })],
  ])
})

test.each([
  ['crowded', 'TooManyRequests'],
  ['poor', 'CreditInsufficiency'],
])('where it is %s a task is refused as %s', async (refused, code) => {
  const { calls, reserve } = open({ refused }, [held(1, NOW - 899)])
  expect(await reserve()).toMatchObject({ refused: { code } })
  expect(calls).toHaveLength(1)
})

test('a reservation of a quarter of an hour without a task is freed, ten of them at once', async () => {
  const one = open({ refused: 'poor' }, [held(1, NOW - 900)])
  expect(await one.reserve()).toMatchObject({ units: 2 })
  expect(one.names().map(([name]) => name)).toEqual(['reserve', 'release', 'reserve'])
  const many = open(
    { held: HELD },
    Array.from({ length: 11 }, (_, n) => held(n, 0)),
  )
  await many.reserve()
  expect(many.calls).toHaveLength(11)
  const own = open({ refused: 'poor' }, [{ ...held(1, 0), taskId: 'mine' }])
  await own.reserve()
  expect(own.calls).toHaveLength(1)
})

const TASK = { id: 't1', account: 'a', reservation: 'r1', lots: [], units: 1, stage: 'effect' }

test.each<[string, object, string[]]>([
  ['ended', { status: 'success' }, ['reserve', 'charge', 'reserve']],
  ['failed', { status: 'error' }, ['reserve', 'release', 'reserve']],
  ['runs', { status: 'running', createdAt: NOW - 900 }, ['reserve']],
  ['has another one', { status: 'running', reservation: 'r2' }, ['reserve', 'release', 'reserve']],
  [
    'ran out of time',
    { status: 'running', createdAt: 0, feature: 'x' },
    ['reserve', 'release', 'reserve'],
  ],
])('an old reservation whose task %s', async (_, task, expected) => {
  const { names, reserve } = open({ refused: 'poor' }, [held(1, 0)], { t1: { ...TASK, ...task } })
  await reserve()
  expect(names().map(([name]) => name)).toEqual(expected)
})

/** Free tasks by when they were counted, of which the first addition is refused. */
function freeTasks(ages: number[], tasks: Record<string, object> = {}) {
  const removed: string[] = []
  const added: unknown[] = []
  const deps = {
    freeTasks: {
      add: async (...given: unknown[]) => added.push(given) > 1,
      list: async () => Object.fromEntries(ages.map((age, n) => [`t${n}`, NOW - age])),
      remove: async (_: string, id: string) => void removed.push(id),
    },
    tasks: { get: async (id: string) => tasks[id] },
    now: () => NOW * 1000 + 999,
  }
  const count = (more = {}) =>
    countFreeTask({ id: 'mine', account: 'a', ...more } as never, deps as never)
  return { removed, added, count }
}

test('free tasks of a minute that nobody stored make room, the ten oldest first', async () => {
  const { removed, added, count } = freeTasks([59, 60, 61])
  await count()
  expect(removed).toEqual(['t2', 't1'])
  expect(added).toEqual(Array(2).fill(['a', 'mine', NOW, 250]))
  const many = freeTasks(Array.from({ length: 12 }, (_, n) => 100 + n))
  await many.count()
  expect(many.removed).toEqual(Array.from({ length: 10 }, (_, n) => `t${11 - n}`))
})

test('a free task that runs keeps its place', async () => {
  const { removed, added, count } = freeTasks([100], { t0: { status: 'running', createdAt: NOW } })
  await expect(count({ batched: true })).rejects.toThrow(', and its batches 200 of these; wait')
  await expect(freeTasks([]).count()).rejects.toThrow('detections; wait for some to end.')
  expect([removed, added]).toEqual([[], [['a', 'mine', NOW, 200]]])
  const ended = freeTasks([100], { t0: { status: 'success' } })
  await ended.count()
  expect(ended.removed).toEqual(['t0'])
})
