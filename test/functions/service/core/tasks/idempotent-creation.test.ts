import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { grantUnits } from '../../../../../functions/service/core/accounts/grant-units.ts'
import {
  type CreateTaskDeps,
  createTask,
} from '../../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../../functions/service/core/tasks/parse-task-creation.ts'
import { fewOrAll } from '../../../../setup/sampled.ts'
import {
  at,
  BODY,
  balance,
  create,
  died,
  end,
  feature,
  given,
  insist,
  prepareCreations,
} from './creations.ts'

prepareCreations()

describe('under an Idempotency-Key', () => {
  test('many concurrent equal requests create one task and reserve its units once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: fewOrAll(20, 50) }, () => insist(key)))
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
    expect(await balance()).toEqual({ available: 9, reserved: 1, spent: 0 })
  })

  test('an equal request gets a conflict while the first one is being handled', async () => {
    const { promise: storing, resolve: reached } = Promise.withResolvers<void>()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const tasks: CreateTaskDeps['tasks'] = {
      ...given.backend.deps.tasks,
      create: async (task) => {
        reached()
        await held
        return given.backend.deps.tasks.create(task)
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
      const date = new Date(given.backend.clock.now + seconds * 1000).toISOString()
      const at = date.replace(/[-:]|\.\d+/g, '')
      const own = `X-Amz-Date=${at}&X-Amz-Expires=7200&X-Amz-Signature=${seconds}`
      return { ...BODY, src_file_url: `https://b.example.com/a.jpg?versionId=${version}&${own}` }
    }
    const urlOf = async (id: string) => (await given.backend.deps.tasks.get(id))?.files.src

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
      const { now } = given.backend.clock
      await given.backend.deps.tasks.takeLease(task_id, { holder: 'me', until: now + 1000 }, now)
      expect(await create('k', signedAt(1800))).toEqual({ task_id })
      expect(await urlOf(task_id)).toEqual({ url: signedAt(0).src_file_url })
      const files = { src: { url: 'https://example.com/b.jpg' } }
      expect(await given.backend.deps.tasks.renewUrls(task_id, files, {})).toBe(false)
    })

    test('under a key whose record tells requests apart by their signatures', async () => {
      const { claim } = given.backend.deps.idempotency
      const { identity } = parseTaskCreation({
        account: given.account,
        feature,
        stage: 'effect',
        body: signedAt(0),
        idempotencyKey: 'k',
      })
      if (!('signed' in identity)) throw new Error('It has no key.')
      const idempotency: CreateTaskDeps['idempotency'] = {
        ...given.backend.deps.idempotency,
        claim: (record, now) => claim({ ...record, request: identity.signed }, now),
      }
      const first = await create('k', signedAt(0), { idempotency })
      expect(await create('k', signedAt(0))).toEqual(first)
    })
  })

  test('a refused request leaves the key free', async () => {
    given.account = (await given.backend.addAccount(0)).account
    const refused = { code: 'CreditInsufficiency' }
    await expect(create('k')).rejects.toMatchObject(refused)
    await expect(create('k')).rejects.toMatchObject(refused)
    const slot = { ...BODY, src_file_url: undefined, src_file_id: 'none' }
    await expect(create('k', slot)).rejects.toMatchObject({
      code: 'InvalidParameters',
      message: 'src_file_id is not the id of an open upload of this account.',
    })
    await grantUnits({ account: given.account, units: 1 }, given.backend.deps)
    expect(await create('k')).toHaveProperty('task_id')
  })

  test.each([
    [30, 10],
    [4, 4],
  ])(
    'a request that crashed with %d seconds left is continued after %d, with the same task',
    async (left, held) => {
      given.secondsLeft = left
      const stopped = { ...given.backend.deps.idempotency, extend: died }
      const tasks = { ...given.backend.deps.tasks, create: died, get: died }
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
        parseTaskCreation({
          account: given.account,
          feature,
          stage,
          body: BODY,
          idempotencyKey: key,
        }),
        given.backend.deps,
      ),
    ).rejects.toMatchObject({ code: 'IdempotencyMismatch' })
    given.account = (await given.backend.addAccount(1)).account
    expect((await create(key)).task_id).not.toBe(task_id)
  })

  test('the last units suffice for any number of equal requests', async () => {
    given.account = (await given.backend.addAccount(1)).account
    const answers = await Promise.all(Array.from({ length: 20 }, () => insist('k')))
    expect(new Set(answers.map(({ task_id }) => task_id)).size).toBe(1)
  })

  test('a running task is queued again; an ended task is not and reserves nothing', async () => {
    const { task_id } = await create('k')
    await create('k')
    expect(given.backend.queued('tasks')).toHaveLength(2)
    await end(task_id)
    expect(await create('k')).toEqual({ task_id })
    expect(given.backend.queued('tasks')).toHaveLength(2)
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('a request that crashed after any of its writes is completed by the next one', async () => {
    const tasks = { ...given.backend.deps.tasks, create: died, get: died }
    await expect(create('a', BODY, { tasks })).rejects.toThrow('died')
    await expect(create('b', BODY, { taskQueue: { send: died } })).rejects.toThrow('died')
    expect(await balance()).toMatchObject({ available: 8, reserved: 2 })
    await create('a')
    await create('b')
    expect(await balance()).toMatchObject({ available: 8, reserved: 2 })
    expect(given.backend.queued('tasks')).toHaveLength(2)
  })

  /** Makes a request so slow that meanwhile an equal one takes over its key, and its task is performed and charged. */
  const overtaken = (): Partial<CreateTaskDeps> => ({
    units: {
      ...given.backend.deps.units,
      reserve: async (...asked) => {
        given.backend.clock.now += 40_000
        await end((await create('k')).task_id)
        return given.backend.deps.units.reserve(...asked)
      },
    },
  })

  test('a slow request releases its units when the task has already ended', async () => {
    const late = await create('k', BODY, overtaken())
    expect(late).toEqual(await create('k'))
    expect(await balance()).toEqual({ available: 9, reserved: 0, spent: 1 })
  })

  test('and also when that task has spent the last units', async () => {
    given.account = (await given.backend.addAccount(1)).account
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
