import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { featureNamed } from '../../../../catalog/features.ts'
import { createTask } from '../../../../functions/service/api/create-task.ts'
import { readCreation } from '../../../../functions/service/api/read-creation.ts'
import {
  featurePlaces,
  parseFeatureLimits,
} from '../../../../functions/service/places/feature-places.ts'
import { runTask } from '../../../../functions/service/run-task/run-task.ts'
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

const places = (most = 3) =>
  featurePlaces({ [feature]: most }, backend.deps.seats, backend.deps.now)
const task = (id: string = randomUUID()) => ({ id, feature })

describe('places', () => {
  test('are as many as the limit, however many ask at once, and free again when they are left', async () => {
    const { take, leave } = places()
    const tasks = Array.from({ length: 20 }, () => task())
    const taken = await Promise.all(tasks.map(take))
    expect(taken.filter(Boolean)).toHaveLength(3)
    expect(await take(task())).toBe(false)
    const holder = tasks[taken.indexOf(true)]
    if (holder) await leave(holder)
    expect(await take(task())).toBe(true)
    expect(await take(task())).toBe(false)
  })

  test('are kept by a task whose message is delivered twice', async () => {
    const { take } = places(1)
    const same = task()
    expect([await take(same), await take(same), await take(task())]).toEqual([true, true, false])
  })

  test('of workers that died are free after they surely have', async () => {
    const { take } = places(1)
    const before = backend.clock.now
    await take(task())
    backend.clock.now += 959_000
    expect(await take(task())).toBe(false)
    backend.clock.now += 1000
    expect(await take(task())).toBe(true)
    backend.clock.now = before
  })

  test('are without number, and cost no write, where a feature has no limit', async () => {
    const { take, leave } = featurePlaces({}, { take: died, leave: died }, backend.deps.now)
    expect(await take({ id: 'a', feature: 'toString' })).toBe(true)
    await leave(task())
  })
})

const died = () => Promise.reject(new Error('not asked'))

test('a task that finds no place waits in its queue, still running, and is done when there is one', async () => {
  const { account } = await backend.addAccount(10)
  const bodyReshape = featureNamed('body-reshape')!
  const create = async () => {
    const body = { src_file_url: 'https://example.com/a', version: '1.0', features: { slim: 1 } }
    const wish = { account, feature: bodyReshape, stage: 'effect' as const, body }
    return (await createTask(readCreation(wish), backend.deps)).task_id
  }
  const [first, second] = [await create(), await create()]
  backend.clear()
  const one = featurePlaces({ 'body-reshape': 1 }, backend.deps.seats, backend.deps.now)
  const run = (taskId: string, meanwhile = async () => {}): Promise<void> =>
    runTask({ taskId }, AbortSignal.timeout(10_000), {
      ...backend.deps,
      places: one,
      fetch: async () => ({ status: 200, headers: {}, bytes: new Uint8Array([1]) }),
      perform: async () => {
        await meanwhile()
        return { results: {} }
      },
    })
  await run(first, () => run(second))
  expect((await backend.deps.tasks.get(first))?.status).toBe('success')
  expect((await backend.deps.tasks.get(second))?.status).toBe('running')
  expect(backend.queued('tasks')).toEqual([{ message: { taskId: second }, delayed: true }])
  await run(second)
  expect((await backend.deps.tasks.get(second))?.status).toBe('success')
})

test('videos wait in a queue of their own', async () => {
  const { taskQueue } = backend.deps
  for (const name of ['bg-replace-vid', 'image-to-video', 'obj-rem-vid']) {
    await taskQueue.send({ id: name, feature: name })
  }
  await taskQueue.send({ id: 'picture', feature: 'body-reshape' })
  expect(backend.queued('tasks').map(({ message }) => message['taskId'])).toEqual(['picture'])
  expect(backend.queued('video-tasks')).toHaveLength(3)
})

test.each(['[1]', '{"a":0}', '{"a":1.5}', '{"a":"1"}', 'null', '7', '{'])(
  'the limits %s are refused',
  (text) => expect(() => parseFeatureLimits(text)).toThrow(),
)
test('limits are whole numbers by feature, and none when nothing is said', () => {
  expect(parseFeatureLimits('{"image-to-video":1}')).toEqual({ 'image-to-video': 1 })
  expect(parseFeatureLimits(undefined)).toEqual({})
})
