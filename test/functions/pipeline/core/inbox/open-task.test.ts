import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyReshape } from '../../../../../catalog/features/body-reshape.ts'
import { dynamoInbox } from '../../../../../functions/pipeline/core/adapters/dynamo-inbox.ts'
import { completeTask } from '../../../../../functions/pipeline/core/inbox/complete-task.ts'
import { ensureTask, openTask } from '../../../../../functions/pipeline/core/inbox/open-task.ts'
import { callbackKey, type Inbox } from '../../../../../functions/pipeline/core/ports/inbox.ts'
import { ServiceFailure } from '../../../../../functions/pipeline/core/ports/provider.ts'
import { fc } from '../../../../setup/random.ts'
import { fewOrAll } from '../../../../setup/sampled.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
let inbox: Inbox
let made = 0
let tries = 0

beforeAll(async () => {
  database = await openDatabase()
  inbox = dynamoInbox(database.db, await database.table('Inbox'), Date.now)
})

afterAll(() => database.close())

function key(): string {
  return callbackKey({ job: `job-${made++}`, step: 0, stage: 'effect', target: 0, attempt: 0 })
}

/**
 * The dependencies of a callback, with a service that creates one task for each key, and the tokens that were
 * answered.
 */
function world() {
  const answered: { token: string; output: Record<string, unknown> }[] = []
  const tasks = new Map<string, string>()
  const refused: { job: string; seconds: number }[] = []
  return {
    answered,
    tasks,
    refused,
    deps: {
      inbox,
      tokens: {
        succeed: async (token: string, output: Record<string, unknown>) => {
          answered.push({ token, output })
        },
        fail: () => Promise.reject(new Error('unexpected')),
      },
      provider: {
        create: async (_feature: unknown, _stage: unknown, _body: unknown, name: string) => {
          if (!tasks.has(name)) tasks.set(name, `task-${made++}`)
          return tasks.get(name) ?? ''
        },
        status: () => Promise.reject(new Error('unexpected')),
        upload: () => Promise.reject(new Error('unexpected')),
        idempotent: true,
      },
      watch: { scheduleFirst: async () => {}, scheduleNext: async () => {} },
      backpressure: {
        refused: async (job: string, seconds: number) => void refused.push({ job, seconds }),
      },
      objects: { presign: () => Promise.reject(new Error('unexpected')) },
      now: Date.now,
      uniqueId: () => `id-${made++}`,
    },
  }
}
function task(name: string, token: string, request = {}) {
  return {
    key: name,
    token,
    order: tries++,
    feature: bodyReshape,
    stage: 'effect' as const,
    request,
    timeoutSeconds: 900,
  }
}

test('resumes the state when the outcome arrives after the token', async () => {
  const { deps, answered, tasks } = world()
  const name = key()
  await openTask(task(name, 'token-1'), deps)
  expect(answered).toEqual([])
  const taskId = tasks.get(name) ?? ''
  expect(await completeTask(taskId, { status: 'success' }, deps)).toBe('resumed')
  expect(answered).toEqual([{ token: 'token-1', output: { taskId, status: 'success' } }])
})

test('keeps an outcome that arrives before its task is linked, and resumes the state then', async () => {
  const { deps, answered, tasks } = world()
  const name = key()
  const early = `task-${made}`
  expect(await completeTask(early, { status: 'error' }, deps)).toBe('kept')
  await openTask(task(name, 'token-1'), deps)
  expect(tasks.get(name)).toBe(early)
  expect(answered).toEqual([{ token: 'token-1', output: { taskId: early, status: 'error' } }])
})

test('resumes a retried state by its newest token, and creates no second task', async () => {
  const { deps, answered, tasks } = world()
  const name = key()
  await openTask(task(name, 'old'), deps)
  await openTask(task(name, 'new'), deps)
  await completeTask(tasks.get(name) ?? '', { status: 'success' }, deps)
  expect(tasks.size).toBe(1)
  expect(answered.map(({ token }) => token)).toEqual(['new'])
})

test('resumes a state at once that is retried after its task has ended', async () => {
  const { deps, answered, tasks } = world()
  const name = key()
  await openTask(task(name, 'old'), deps)
  await completeTask(tasks.get(name) ?? '', { status: 'success' }, deps)
  await openTask(task(name, 'new'), deps)
  expect(answered.at(-1)).toMatchObject({ token: 'new', output: { status: 'success' } })
})

test('keeps the first outcome: a later one changes nothing', async () => {
  const { deps, answered, tasks } = world()
  const name = key()
  await openTask(task(name, 'token'), deps)
  const taskId = tasks.get(name) ?? ''
  await completeTask(taskId, { status: 'success' }, deps)
  await completeTask(taskId, { status: 'error' }, deps)
  expect(new Set(answered.map(({ output }) => output['status']))).toEqual(new Set(['success']))
})

test('sends the request of the first try on every retry', async () => {
  const name = key()
  await inbox.storeToken(name, {
    token: 'a',
    order: 0,
    until: 1,
    request: { src_file_url: 'https://example.com/1' },
  })
  const again = await inbox.storeToken(name, {
    token: 'b',
    order: 1,
    until: 2,
    request: { src_file_url: 'https://example.com/2' },
  })
  expect(again).toMatchObject({
    token: 'b',
    order: 1,
    until: 2,
    request: { src_file_url: 'https://example.com/1' },
  })
})

test('loses no outcome, however tokens, retries and webhooks interleave', async () => {
  const act = fc.constantFrom('open', 'success', 'error')
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(act, { maxLength: 4 }), async (schedule, acts) => {
      const { deps, answered } = world()
      const name = key()
      const taskId = `task-${made++}`
      const scheduled = {
        ...deps,
        inbox: Object.fromEntries(
          Object.entries(inbox).map(([verb, run]) => [
            verb,
            schedule.scheduleFunction(run as never),
          ]),
        ) as unknown as Inbox,
        provider: { ...deps.provider, create: async () => taskId },
      }
      const runs = ['open', 'success', ...acts].map((what, i) =>
        what === 'open'
          ? openTask(task(name, `token-${i}`), scheduled)
          : completeTask(taskId, { status: what as 'success' | 'error' }, scheduled),
      )
      await schedule.waitFor(Promise.all(runs))
      const { token } = (await inbox.findCallback(name)) ?? {}
      const { outcome } = (await inbox.findTask(taskId)) ?? {}
      expect(answered).toContainEqual({ token, output: { taskId, status: outcome?.status } })
      expect(new Set(answered.map(({ output }) => output['status'])).size).toBe(1)
    }),
    { numRuns: fewOrAll(20, 100) },
  )
})

test('keeps the token of the latest try when an earlier one writes late', async () => {
  const name = key()
  await inbox.storeToken(name, { token: 'second', order: 1, until: 2, request: {} })
  const late = await inbox.storeToken(name, { token: 'first', order: 0, until: 1, request: {} })
  expect(late).toMatchObject({ token: 'second', order: 1, until: 2 })
})

test('a task of a batch is asked for as one, also when its creation is tried again by itself', async () => {
  const { deps, refused } = world()
  const asked: unknown[] = []
  const create = async (_: unknown, __: unknown, ___: unknown, ____: string, batched?: boolean) => {
    asked.push(batched)
    if (asked.length === 1) throw new ServiceFailure('ServiceBusy')
    return `task-${made++}`
  }
  const busy = { ...deps, provider: { ...deps.provider, create } }
  const name = key()
  await openTask({ ...task(name, 'token-1'), batched: true }, busy)
  const callback = await inbox.findCallback(name)
  await ensureTask({ ...task(name, 'token-1'), callback: callback! }, busy)
  expect(asked).toEqual([true, true])
  // The service keeps room for single files beside those of batches.
  expect(refused).toEqual([])
})

test('a refusal is noted with its Retry-After, and any other failure is not', async () => {
  const { deps, refused } = world()
  const failing = (error: Error) => ({
    ...deps,
    provider: { ...deps.provider, create: () => Promise.reject(error) },
  })
  const busy = new ServiceFailure('ServiceBusy', undefined, { retryAfterSeconds: 12 })
  const name = key()
  await openTask(task(name, 'token-1'), failing(busy))
  expect(refused).toEqual([{ job: name.split('/')[0], seconds: 12 }])
  const gone = failing(new ServiceFailure('ServiceUnreachable'))
  await expect(openTask(task(key(), 'token-2'), gone)).rejects.toThrow()
  expect(refused).toHaveLength(1)
})

test('a try that a later one has taken over creates nothing', async () => {
  const { deps, tasks } = world()
  const name = key()
  const earlier = task(name, 'earlier')
  await inbox.storeToken(name, { token: 'later', order: tries++, until: 2, request: {} })
  await openTask(earlier, deps)
  expect(tasks.size).toBe(0)
})
