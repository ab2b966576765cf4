import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import {
  createFeatureSemaphore,
  parseFeatureLimits,
} from '../../../../functions/service/core/broker/feature-semaphore.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import { runTask } from '../../../../functions/service/run-task/run-task.ts'
import { asWorker } from '../as-worker.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

let backend: ServiceBackend
let feature: string

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())
beforeEach(() => {
  feature = `feature-${randomUUID()}`
  backend.clear()
})

function semaphoreOf(most = 3) {
  return createFeatureSemaphore({ [feature]: most }, backend.deps.semaphores, backend.deps.now)
}
function task(id: string = randomUUID()) {
  return { id, feature }
}

describe('slots', () => {
  test('are never more than the limit, and free again after their release', async () => {
    const { acquire, release } = semaphoreOf()
    const tasks = Array.from({ length: 20 }, () => task())
    const taken = await Promise.all(tasks.map(acquire))
    expect(taken.filter(Boolean)).toHaveLength(3)
    expect(await acquire(task())).toBe(false)
    const holder = tasks[taken.indexOf(true)]
    if (holder) await release(holder)
    expect(await acquire(task())).toBe(true)
    expect(await acquire(task())).toBe(false)
  })

  test('are kept by a task whose message is delivered twice', async () => {
    const { acquire } = semaphoreOf(1)
    const same = task()
    expect([await acquire(same), await acquire(same), await acquire(task())]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('of crashed workers are free after the lease', async () => {
    const { acquire } = semaphoreOf(1)
    const before = backend.clock.now
    await acquire(task())
    backend.clock.now += 959_000
    expect(await acquire(task())).toBe(false)
    backend.clock.now += 1000
    expect(await acquire(task())).toBe(true)
    backend.clock.now = before
  })

  test('are unlimited and cost no write for a feature without a limit', async () => {
    const { acquire, release } = createFeatureSemaphore(
      {},
      { acquire: died, release: died },
      backend.deps.now,
    )
    expect(await acquire({ id: 'a', feature: 'toString' })).toBe(true)
    await release(task())
  })
})

function died() {
  return Promise.reject(new Error('not asked'))
}

test('a task without a slot stays queued and running, and is performed when there is one', async () => {
  const { account } = await backend.addAccount(10)
  const bodyReshape = findFeature('body-reshape')!
  const create = async () => {
    const body = { src_file_url: 'https://example.com/a', version: '1.0', features: { slim: 1 } }
    const wish = { account, feature: bodyReshape, stage: 'effect' as const, body }
    return (await createTask(parseTaskCreation(wish), backend.deps)).task_id
  }
  const [first, second] = [await create(), await create()]
  backend.clear()
  const one = createFeatureSemaphore(
    { 'body-reshape': 1 },
    backend.deps.semaphores,
    backend.deps.now,
  )
  const run = (taskId: string, meanwhile = async () => {}): Promise<void> =>
    runTask(
      { taskId },
      AbortSignal.timeout(10_000),
      asWorker({
        ...backend.deps,
        semaphore: one,
        fetch: async () => ({ status: 200, headers: {}, bytes: new Uint8Array([1]) }),
        perform: async () => {
          await meanwhile()
          return { results: {} }
        },
      }),
    )
  await run(first, () => run(second))
  expect((await backend.deps.tasks.get(first))?.status).toBe('success')
  expect((await backend.deps.tasks.get(second))?.status).toBe('running')
  expect(backend.queued('tasks')).toEqual([{ message: { taskId: second, account }, delayed: true }])
  await run(second)
  expect((await backend.deps.tasks.get(second))?.status).toBe('success')
})

test('videos have a queue of their own', async () => {
  const { taskQueue } = backend.deps
  for (const name of ['bg-replace-vid', 'image-to-video', 'obj-rem-vid']) {
    await taskQueue.send({ id: name, feature: name, account: 'a' })
  }
  await taskQueue.send({ id: 'picture', feature: 'body-reshape', account: 'a' })
  expect(backend.queued('tasks').map(({ message }) => message['taskId'])).toEqual(['picture'])
  expect(backend.queued('video-tasks')).toHaveLength(3)
})

test.each(['[1]', '{"a":0}', '{"a":1.5}', '{"a":"1"}', 'null', '7', '{'])(
  'the limits %s are refused',
  (text) => expect(() => parseFeatureLimits(text)).toThrow(),
)
test('limits are whole numbers by feature; without a value there are none', () => {
  expect(parseFeatureLimits('{"image-to-video":1}')).toEqual({ 'image-to-video': 1 })
  expect(parseFeatureLimits(undefined)).toEqual({})
})
