import { describe, expect, test } from 'vitest'
import type { Task } from '../../../../../functions/service/core/model/task.ts'
import type { CreateTaskDeps } from '../../../../../functions/service/core/tasks/create-task.ts'
import { at, BODY, balance, create, died, given, prepareCreations } from './creations.ts'

prepareCreations()

test('a task reserves its units, is stored for 30 days and is queued', async () => {
  const { task_id } = await create()
  expect(await given.backend.deps.tasks.get(task_id)).toMatchObject({
    id: task_id,
    account: given.account,
    feature: 'body-reshape',
    stage: 'effect',
    status: 'running',
    files: { src: { url: BODY.src_file_url } },
    parameters: { version: '1.0', features: BODY.features },
    units: 1,
    expiresAt: given.backend.clock.now / 1000 + 30 * 86_400,
  })
  expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
  expect(given.backend.queued('tasks')).toEqual([
    { message: { taskId: task_id, account: given.account }, delayed: false },
  ])
})

test('without a key every request creates a task', async () => {
  expect((await create()).task_id).not.toBe((await create()).task_id)
})

describe('when the store fails', () => {
  const failing = (first: (task: Task) => Promise<unknown>): CreateTaskDeps['tasks'] => ({
    ...given.backend.deps.tasks,
    create: async (task) => {
      await first(task)
      throw new Error('timed out')
    },
  })

  test('the units are given back at once', async () => {
    const tasks = failing(async () => undefined)
    await expect(create(undefined, BODY, { tasks })).rejects.toThrow('timed out')
    await expect(create('k', BODY, { tasks })).rejects.toThrow('timed out')
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('a task that was stored all the same is created and keeps its units', async () => {
    const tasks = failing((task) => given.backend.deps.tasks.create(task))
    const { task_id } = await create(undefined, BODY, { tasks })
    expect(await given.backend.deps.tasks.get(task_id)).toMatchObject({
      status: 'running',
      units: 1,
    })
    expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
    expect(given.backend.queued('tasks')).toHaveLength(1)
  })

  test('a task that it cannot hold is refused', async () => {
    const { create: store, ...rest } = given.backend.deps.tasks
    const tasks: CreateTaskDeps['tasks'] = {
      ...rest,
      create: (task) => store({ ...task, parameters: { note: 'x'.repeat(500_000) } }),
    }
    const refused = { code: 'InvalidParameters' }
    await expect(create('k', BODY, { tasks })).rejects.toMatchObject(refused)
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })
})

describe('units left by crashed requests', () => {
  const dieBeforeStoring = () =>
    expect(
      create(undefined, BODY, { tasks: { ...given.backend.deps.tasks, create: died, get: died } }),
    ).rejects.toThrow('died')

  test('are held for 15 minutes, then freed by the next request', async () => {
    given.account = (await given.backend.addAccount(1)).account
    await dieBeforeStoring()
    await at(899, () => expect(create()).rejects.toMatchObject({ code: 'CreditInsufficiency' }))
    await at(900, async () => {
      await create()
      expect(await balance()).toEqual({ available: 0, reserved: 1, spent: 0 })
    })
  })

  test('are charged when the task succeeded', async () => {
    const { task_id } = await create()
    const results = { values: {}, objects: {} }
    await given.backend.deps.tasks.finish(task_id, { status: 'success', results }, 1)
    await at(900, async () => {
      await create()
      expect(await balance()).toEqual({ available: 8, reserved: 1, spent: 1 })
    })
  })

  test('are freed after a day when the task was never performed, and the task ends', async () => {
    const { task_id } = await create(undefined, BODY, { taskQueue: { send: async () => {} } })
    await at(86_399, async () => {
      await create()
      expect(await given.backend.deps.tasks.get(task_id)).toMatchObject({ status: 'running' })
    })
    await at(86_400, async () => {
      await create()
      expect(await given.backend.deps.tasks.get(task_id)).toMatchObject({
        status: 'error',
        error: 'TaskTimeout',
      })
    })
  })
})
