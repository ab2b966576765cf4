import { expect, test } from 'vitest'
import { countFreeTask } from '../../../../../functions/service/core/tasks/count-free-task.ts'
import type { FinishDeps } from '../../../../../functions/service/core/tasks/finish-task.ts'

const DAY = 86_400
const NOW = 10 * DAY

/** Counts a task in where all places are taken by these, with the seconds that they are there. */
async function counted(taken: Record<string, { age: number; task?: object }>) {
  const removed: string[] = []
  const ended: unknown[] = []
  const places = new Map(Object.entries(taken).map(([id, { age }]) => [id, NOW - age]))
  const most = places.size
  const taskOf = (id: string) => {
    const task = taken[id]?.task
    return task && { id, account: 'a', stage: 'pre-process', isFree: true, units: 0, ...task }
  }
  const deps = {
    freeTasks: {
      add: async (_: string, id: string, at: number) => {
        if (places.size >= most) return false
        places.set(id, at)
        return true
      },
      list: async () => Object.fromEntries(places),
      remove: async (_: string, id: string) => {
        removed.push(id)
        places.delete(id)
      },
    },
    tasks: {
      get: async (id: string) => taskOf(id),
      finish: async (id: string, outcome: object) => {
        ended.push([id, outcome])
        return { ...taskOf(id), ...outcome }
      },
    },
    webhooks: { endpoints: async () => [] },
    units: {},
    now: () => NOW * 1000,
  } as unknown as FinishDeps
  const answer = await countFreeTask({ id: 'new', account: 'a' }, deps).catch(({ code }) => code)
  return { answer, removed, ended }
}
const running = (age: number) => ({
  age,
  task: { status: 'running', createdAt: NOW - age },
})

test('a task whose time is over is ended, and makes room', async () => {
  const { answer, removed, ended } = await counted({ late: running(DAY), slow: running(DAY - 1) })
  expect(answer).toBeUndefined()
  expect(ended).toEqual([['late', expect.objectContaining({ error: 'TaskTimeout' })]])
  expect(removed).toEqual(['late'])
})

test('tasks that run have their time, and so have requests of the last minute', async () => {
  const none = { answer: 'TooManyRequests', removed: [], ended: [] }
  expect(await counted({ slow: running(DAY - 1) })).toEqual(none)
  expect(await counted({ fresh: { age: 59 } })).toEqual(none)
  expect(await counted({ crashed: { age: 60 } })).toMatchObject({ removed: ['crashed'] })
})

test('the oldest ten are looked at', async () => {
  const ages = Array.from(
    { length: 12 },
    (_, nth) => [`crashed-${nth}`, { age: 60 + nth }] as const,
  )
  const { removed } = await counted(Object.fromEntries(ages))
  expect(removed).toEqual(Array.from({ length: 10 }, (_, nth) => `crashed-${11 - nth}`))
})
