import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Failure } from '../../../../../catalog/failures/failure.ts'
import { findFeature } from '../../../../../catalog/features/features.ts'
import { grantUnits } from '../../../../../functions/service/core/accounts/grant-units.ts'
import type { Task } from '../../../../../functions/service/core/model/task.ts'
import {
  type CreateTaskDeps,
  createTask,
} from '../../../../../functions/service/core/tasks/create-task.ts'
import { finishTask } from '../../../../../functions/service/core/tasks/finish-task.ts'
import { parseTaskCreation } from '../../../../../functions/service/core/tasks/parse-task-creation.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

const feature = findFeature('body-reshape')!
const BODY = {
  src_file_url: 'https://example.com/a.jpg',
  version: '1.0',
  features: { slim: 10, leg: 1 },
}

let backend: ServiceBackend
let account: string

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  account = (await backend.addAccount(10)).account
  backend.clear()
})

async function create(
  idempotencyKey?: string,
  body: Record<string, unknown> = BODY,
  deps: Partial<CreateTaskDeps> = {},
) {
  const deadline = backend.clock.now + remaining * 1000
  const input = { account, feature, stage: 'effect' as const, body, idempotencyKey, deadline }
  return createTask(parseTaskCreation(input), { ...backend.deps, ...deps })
}

/** Seconds that Lambda leaves the function. */
let remaining = 30

function balance() {
  return backend.deps.units.balance(account)
}
async function end(id: string) {
  const task = await backend.deps.tasks.get(id)
  const results = { values: {}, objects: {} }
  await finishTask(task!, { status: 'success', results }, backend.deps)
}
/** Requests like a client that retries on a conflict. */
async function insist(key: string): Promise<{ task_id: string }> {
  for (;;) {
    const answer = await create(key).catch((error: unknown) => {
      if ((error as Failure).code !== 'IdempotencyConflict') throw error
    })
    if (answer) return answer
  }
}
/** Runs `then` with the clock set `seconds` ahead. */
async function at(seconds: number, then: () => Promise<void>) {
  const before = backend.clock.now
  backend.clock.now += seconds * 1000
  await then().finally(() => {
    backend.clock.now = before
  })
}
function died() {
  return Promise.reject(new Error('died'))
}

test('a task reserves its units, is stored for 30 days and is queued', async () => {
  const { task_id } = await create()
  expect(await backend.deps.tasks.get(task_id)).toMatchObject({
    id: task_id,
    account,
    feature: 'body-reshape',
    stage: 'effect',
    status: 'running',
    files: { src: { url: BODY.src_file_url } },
    parameters: { version: '1.0', features: BODY.features },
    units: 1,
    expiresAt: backend.clock.now / 1000 + 30 * 86_400,
  })
  expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
  expect(backend.queued('tasks')).toEqual([
    { message: { taskId: task_id, account }, delayed: false },
  ])
})

test('without a key every request creates a task', async () => {
  expect((await create()).task_id).not.toBe((await create()).task_id)
})

describe('when the store fails', () => {
  const failing = (first: (task: Task) => Promise<unknown>): CreateTaskDeps['tasks'] => ({
    ...backend.deps.tasks,
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
    const tasks = failing((task) => backend.deps.tasks.create(task))
    const { task_id } = await create(undefined, BODY, { tasks })
    expect(await backend.deps.tasks.get(task_id)).toMatchObject({ status: 'running', units: 1 })
    expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
    expect(backend.queued('tasks')).toHaveLength(1)
  })

  test('a task that it cannot hold is refused', async () => {
    const { create: store, ...rest } = backend.deps.tasks
    const tasks: CreateTaskDeps['tasks'] = {
      ...rest,
      create: (task) => store({ ...task, parameters: { note: 'x'.repeat(500_000) } }),
    }
    const refused = { code: 'InvalidParameters' }
    await expect(create('k', BODY, { tasks })).rejects.toMatchObject(refused)
    expect(await balance()).toEqual({ available: 10, reserved: 0, spent: 0 })
  })
})

describe('under an Idempotency-Key', () => {
  test('fifty concurrent equal requests create one task and reserve its units once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => insist(key)))
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
    expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
  })

  test('an equal request gets a conflict while the first one is being handled', async () => {
    const { promise: storing, resolve: reached } = Promise.withResolvers<void>()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const tasks: CreateTaskDeps['tasks'] = {
      ...backend.deps.tasks,
      create: async (task) => {
        reached()
        await held
        return backend.deps.tasks.create(task)
      },
    }
    const first = create('k', BODY, { tasks })
    await storing
    const meanwhile = { code: 'IdempotencyConflict', status: 409 }
    await expect(create('k')).rejects.toMatchObject(meanwhile)
    await expect(create('k', { ...BODY, index: 1 })).rejects.toMatchObject({ status: 422 })
    expect(await create('another')).toHaveProperty('task_id')
    letGo()
    expect(await create('k')).toEqual(await first)
    expect(await balance()).toMatchObject({ reserved: 2 })
  })

  test('the key is bound to its request for 24 hours, and then free', async () => {
    const { task_id } = await create('k')
    const other = { ...BODY, index: 1 }
    await at(86_399, async () => {
      expect(await create('k')).toEqual({ task_id })
      await expect(create('k', other)).rejects.toMatchObject({ code: 'IdempotencyMismatch' })
    })
    await at(86_400, async () => {
      const again = await create('k', other)
      expect(again).not.toEqual({ task_id })
      expect(await create('k', other)).toEqual(again)
    })
  })

  describe('a source signed anew', () => {
    const signedAt = (seconds: number, version = 'v1') => {
      const date = new Date(backend.clock.now + seconds * 1000).toISOString()
      const at = date.replace(/[-:]|\.\d+/g, '')
      const own = `X-Amz-Date=${at}&X-Amz-Expires=7200&X-Amz-Signature=${seconds}`
      return { ...BODY, src_file_url: `https://b.example.com/a.jpg?versionId=${version}&${own}` }
    }
    const urlOf = async (id: string) => (await backend.deps.tasks.get(id))?.files.src

    test('is the same request, and a task that waits takes the URL that ends later', async () => {
      const { task_id } = await create('k', signedAt(0))
      expect(await create('k', signedAt(1800))).toEqual({ task_id })
      expect(await urlOf(task_id)).toEqual({ url: signedAt(1800).src_file_url })
      // An older request that comes late changes nothing.
      expect(await create('k', signedAt(0))).toEqual({ task_id })
      expect(await urlOf(task_id)).toEqual({ url: signedAt(1800).src_file_url })
      await expect(create('k', signedAt(1800, 'v2'))).rejects.toMatchObject({
        code: 'IdempotencyMismatch',
      })
      expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
    })

    test('leaves a task on which work has begun as it is', async () => {
      const { task_id } = await create('k', signedAt(0))
      const { now } = backend.clock
      await backend.deps.tasks.takeLease(task_id, { holder: 'me', until: now + 1000 }, now)
      expect(await create('k', signedAt(1800))).toEqual({ task_id })
      expect(await urlOf(task_id)).toEqual({ url: signedAt(0).src_file_url })
      const files = { src: { url: 'https://example.com/b.jpg' } }
      expect(await backend.deps.tasks.renewUrls(task_id, files, {})).toBe(false)
    })

    test('under a key whose record tells requests apart by their signatures', async () => {
      const { claim } = backend.deps.idempotency
      const { identity } = parseTaskCreation({
        account,
        feature,
        stage: 'effect',
        body: signedAt(0),
        idempotencyKey: 'k',
      })
      if (!('signed' in identity)) throw new Error('It has no key.')
      const idempotency: CreateTaskDeps['idempotency'] = {
        ...backend.deps.idempotency,
        claim: (record, now) => claim({ ...record, request: identity.signed }, now),
      }
      const first = await create('k', signedAt(0), { idempotency })
      expect(await create('k', signedAt(0))).toEqual(first)
    })
  })

  test('a refused request leaves the key free', async () => {
    account = (await backend.addAccount(0)).account
    const refused = { code: 'CreditInsufficiency' }
    await expect(create('k')).rejects.toMatchObject(refused)
    await expect(create('k')).rejects.toMatchObject(refused)
    const slot = { ...BODY, src_file_url: undefined, src_file_id: 'none' }
    await expect(create('k', slot)).rejects.toMatchObject({
      code: 'InvalidParameters',
      message: 'src_file_id is not the id of an open upload of this account.',
    })
    await grantUnits({ account, units: 1 }, backend.deps)
    expect(await create('k')).toHaveProperty('task_id')
  })

  test.each([
    [30, 10],
    [4, 4],
  ])(
    'a request that crashed with %d seconds left is continued after %d, with the same task',
    async (left, held) => {
      remaining = left
      onTestFinished(() => {
        remaining = 30
      })
      const stopped = { ...backend.deps.idempotency, extend: died }
      const tasks = { ...backend.deps.tasks, create: died, get: died }
      await expect(create('k', BODY, { idempotency: stopped, tasks })).rejects.toThrow('died')
      await at(held - 1, () =>
        expect(create('k')).rejects.toMatchObject({ code: 'IdempotencyConflict' }),
      )
      await at(held, async () => {
        const answers = await Promise.all([insist('k'), insist('k'), insist('k')])
        expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
        expect(await balance()).toMatchObject({ available: 9, reserved: 1 })
      })
    },
  )

  test('the order of fields does not matter', async () => {
    const key = randomUUID()
    const features = { leg: 1, slim: 10 }
    expect(await create(key)).toEqual(await create(key, { unknown: 1, ...BODY, features }))
  })

  test('another request with the key is refused, also concurrently', async () => {
    const key = randomUUID()
    await create(key)
    await expect(create(key, { ...BODY, index: 1 })).rejects.toMatchObject({
      code: 'IdempotencyMismatch',
      status: 422,
    })
    const both = await Promise.allSettled([create('k2'), create('k2', { ...BODY, index: 1 })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'IdempotencyMismatch' },
    })
  })

  test('another stage or account is another request', async () => {
    const key = randomUUID()
    const { task_id } = await create(key)
    const stage = 'pre-process'
    await expect(
      createTask(
        parseTaskCreation({ account, feature, stage, body: BODY, idempotencyKey: key }),
        backend.deps,
      ),
    ).rejects.toMatchObject({ code: 'IdempotencyMismatch' })
    account = (await backend.addAccount(1)).account
    expect((await create(key)).task_id).not.toBe(task_id)
  })

  test('the last units suffice for any number of equal requests', async () => {
    account = (await backend.addAccount(1)).account
    const answers = await Promise.all(Array.from({ length: 20 }, () => insist('k')))
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
  })

  test('a running task is queued again; an ended task is not and reserves nothing', async () => {
    const { task_id } = await create('k')
    await create('k')
    expect(backend.queued('tasks')).toHaveLength(2)
    await end(task_id)
    expect(await create('k')).toEqual({ task_id })
    expect(backend.queued('tasks')).toHaveLength(2)
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('a request that crashed after any of its writes is completed by the next one', async () => {
    const tasks = { ...backend.deps.tasks, create: died, get: died }
    await expect(create('a', BODY, { tasks })).rejects.toThrow('died')
    await expect(create('b', BODY, { taskQueue: { send: died } })).rejects.toThrow('died')
    expect(await balance()).toMatchObject({ available: 8, reserved: 2 })
    await create('a')
    await create('b')
    expect(await balance()).toMatchObject({ available: 8, reserved: 2 })
    expect(backend.queued('tasks')).toHaveLength(2)
  })

  /** Makes a request so slow that meanwhile an equal one takes over its key, and its task is performed and charged. */
  const overtaken = (): Partial<CreateTaskDeps> => ({
    units: {
      ...backend.deps.units,
      reserve: async (...given) => {
        backend.clock.now += 40_000
        await end((await create('k')).task_id)
        return backend.deps.units.reserve(...given)
      },
    },
  })

  test('a slow request releases its units when the task has already ended', async () => {
    const late = await create('k', BODY, overtaken())
    expect(late).toEqual(await create('k'))
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('and also when that task has spent the last units', async () => {
    account = (await backend.addAccount(1)).account
    const late = await create('k', BODY, overtaken())
    expect(late).toEqual(await create('k'))
    expect(await balance()).toEqual({ available: 0, reserved: 0, spent: 1 })
  })

  test.each([
    ['', 'InvalidParameters'],
    ['k'.repeat(256), 'InvalidParameters'],
  ])('a key of 0 or 256 characters is refused', async (key, code) => {
    await expect(create(key)).rejects.toMatchObject({ code })
    expect(await create('k'.repeat(255))).toHaveProperty('task_id')
  })
})

describe('units left by crashed requests', () => {
  const dieBeforeStoring = () =>
    expect(
      create(undefined, BODY, { tasks: { ...backend.deps.tasks, create: died, get: died } }),
    ).rejects.toThrow('died')

  test('are held for 15 minutes, then freed by the next request', async () => {
    account = (await backend.addAccount(1)).account
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
    await backend.deps.tasks.finish(task_id, { status: 'success', results }, 1)
    await at(900, async () => {
      await create()
      expect(await balance()).toEqual({ available: 8, reserved: 1, spent: 1 })
    })
  })

  test('are freed after a day when the task was never performed, and the task ends', async () => {
    const { task_id } = await create(undefined, BODY, { taskQueue: { send: async () => {} } })
    await at(86_399, async () => {
      await create()
      expect(await backend.deps.tasks.get(task_id)).toMatchObject({ status: 'running' })
    })
    await at(86_400, async () => {
      await create()
      expect(await backend.deps.tasks.get(task_id)).toMatchObject({
        status: 'error',
        error: 'TaskTimeout',
      })
    })
  })
})
