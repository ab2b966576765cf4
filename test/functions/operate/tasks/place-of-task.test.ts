import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOfTask } from '../../../../functions/operate/tasks/place-of-task.ts'
import { dynamoBacklog } from '../../../../functions/service/core/adapters/dynamo/dynamo-backlog.ts'
import { dynamoTaskStore } from '../../../../functions/service/core/adapters/dynamo/dynamo-task-store.ts'
import type { Task } from '../../../../functions/service/core/model/task.ts'
import type { CountBacklog } from '../../../../functions/service/core/ports/backlog.ts'
import type { TaskStore } from '../../../../functions/service/core/ports/task-store.ts'
import { type OpenDatabase, openDatabase } from '../../pipeline/open-database.ts'

const NOW = 1_000_000

let database: OpenDatabase
let tasks: TaskStore
let countBacklog: CountBacklog
beforeAll(async () => {
  database = await openDatabase()
  const table = await database.table('Tasks', ['id'], {
    byAccount: ['account', 'createdAt', 'N'],
    open: ['open', 'createdAt', 'N'],
  })
  tasks = dynamoTaskStore(database.db, table)
  countBacklog = dynamoBacklog(database.db, table)
})
afterAll(() => database.close())

async function created(createdAt: number, account = 'studio'): Promise<Task> {
  const task: Task = {
    id: randomUUID(),
    account,
    feature: 'body-reshape',
    stage: 'effect',
    status: 'running',
    files: {},
    parameters: {},
    units: 0,
    createdAt,
    expiresAt: NOW + 9_999,
  } as Task
  await tasks.create(task)
  return task
}

async function begun(createdAt: number, at: number): Promise<Task> {
  const task = await created(createdAt)
  await tasks.takeLease(task.id, { holder: task.id, until: 1000 * (at + 90) }, 1000 * at)
  return task
}

const place = (task: Task) => placeOfTask({ tasks, now: () => 1000 * NOW }, task)

test('a task that waits has a place among all that wait, and a time by what the work takes', async () => {
  const [first, second, third] = [
    await created(100),
    await created(200, 'other'),
    await created(300),
  ]
  expect(await place(first)).toEqual({ place: 1 })
  expect(await place(third)).toEqual({ place: 3 })
  // Two workers are at tasks, and one that ended took ten seconds.
  const [one, other] = [await begun(50, 400), await begun(60, 400)]
  expect(await place(third)).toEqual({ place: 3 })
  const done = await begun(10, 400)
  await tasks.finish(
    done.id,
    { status: 'success', results: { values: {}, objects: {} } } as never,
    410,
  )
  expect(await place(third)).toEqual({ place: 3, seconds: 15 })
  expect(await place(second)).toEqual({ place: 2 })
  // The service counts the same in answer to whoever waits.
  expect(await countBacklog()).toEqual({ waiting: [100, 200, 300], begun: 2 })
  // Work on it has begun, or it has ended.
  for (const task of [one, other, done]) {
    expect(await place((await tasks.get(task.id)) as Task)).toBeUndefined()
  }
})

test('who came in the same second is before it, and who came in the next is not', async () => {
  const [waits, works] = [
    [4, 5, 6],
    // The clock of a worker may be ahead.
    [7, 67, 68],
  ]
  const runningCreatedBefore = async ({ waiting = 0, begun = 0 }) =>
    [...waits.filter((at) => at < waiting), ...works.filter((at) => at < begun)].map(String)
  const done = { id: 't', startedAt: 1, finishedAt: 11 } as Task
  const [list, get] = [async () => [done], async () => done]
  const task = { account: 'a', status: 'running', createdAt: 5 } as Task
  const found = await placeOfTask(
    { tasks: { ...tasks, runningCreatedBefore, list, get }, now: () => 8_999 },
    task,
  )
  expect(found).toEqual({ place: 2, seconds: 10 })
})

test('of very many tasks that wait, some are counted', async () => {
  const all = Array.from({ length: 2_000 }, String)
  const many = { ...tasks, runningCreatedBefore: async () => all }
  const waiting = { account: 'nobody', status: 'running', createdAt: 5 } as Task
  expect(await placeOfTask({ tasks: many, now: () => 0 }, waiting)).toEqual({
    place: 2_000,
    counted: 'in part',
  })
  const fewer = { ...tasks, runningCreatedBefore: async () => all.slice(1) }
  expect(await placeOfTask({ tasks: fewer, now: () => 0 }, waiting)).toEqual({ place: 1_999 })
})
