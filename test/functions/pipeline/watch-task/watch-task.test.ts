import { expect, test } from 'vitest'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { OpenTaskDeps } from '../../../../functions/pipeline/core/inbox/open-task.ts'
import { callbackKey } from '../../../../functions/pipeline/core/ports/inbox.ts'
import {
  ServiceFailure,
  type TaskStatus,
} from '../../../../functions/pipeline/core/ports/provider.ts'
import type { WatchMessage } from '../../../../functions/pipeline/core/ports/watch.ts'
import { watchTask } from '../../../../functions/pipeline/watch-task/watch-task.ts'
import { memoryInbox } from '../../../faults/ports/memory-inbox.ts'

const KEY = callbackKey({ job: 'job-1', step: 0, stage: 'effect', target: 0, attempt: 0 })
const MESSAGE = { key: KEY, feature: 'body-reshape', stage: 'effect' } as const
const WAITING = { token: 'token', order: 0, request: { a: 1 }, until: 5000, workSeconds: 300 }

type Situation = {
  /** Epoch seconds. */
  now?: number
  /** What the service says of the task, or throws. */
  status?: TaskStatus | Error
  /** What creating it gives, or throws. */
  created?: string | Error
  /** Whether there is a task already, linked at second 100. */
  linked?: boolean
  workSeconds?: number | undefined
  idempotent?: boolean
}

async function watching(situation: Situation = {}) {
  const { status = { task_status: 'running' }, created = 'task-1', linked = true } = situation
  const { idempotent = false } = situation
  let now = 100
  const inbox = memoryInbox(() => now * 1000)
  const workSeconds = 'workSeconds' in situation ? situation.workSeconds : WAITING.workSeconds
  await inbox.storeToken(KEY, { ...WAITING, workSeconds })
  if (linked) await inbox.link(KEY, 'task-1', WAITING)
  now = situation.now ?? 200
  const told: unknown[] = []
  const scheduled: unknown[] = []
  const asked: string[] = []
  const full: unknown[] = []
  const given = async <T>(name: string, answer: T | Error): Promise<T> => {
    asked.push(name)
    if (answer instanceof Error) throw answer
    return answer
  }
  const deps = {
    inbox,
    provider: {
      idempotent,
      status: () => given('status', status),
      create: () => given('create', created),
    },
    tokens: {
      succeed: async (...call: unknown[]) => void told.push(['succeed', ...call]),
      fail: async (...call: unknown[]) => void told.push(['fail', ...call]),
    },
    watch: { scheduleNext: async (...call: unknown[]) => void scheduled.push(call) },
    backpressure: { refused: async (...call: unknown[]) => void full.push(call) },
    objects: {},
    uniqueId: () => 'me',
    now: () => now * 1000,
  } as unknown as OpenTaskDeps
  const look = (message: Partial<WatchMessage> = {}) =>
    watchTask({ ...MESSAGE, looks: 0, ...(linked && { taskId: 'task-1' }), ...message }, deps)
  return { inbox, told, scheduled, asked, full, look }
}

test.each([
  [{ task_status: 'success' }, { status: 'success' }],
  [
    { task_status: 'success', engine: 'e1', charge: { units: 2 } },
    { status: 'success', engine: 'e1', charge: { units: 2 } },
  ],
  [{ task_status: 'error', error: 'x' }, { status: 'error' }],
] as const)('a task that has ended is completed as by its webhook: %j', async (status, outcome) => {
  const { told, look, scheduled } = await watching({ status })
  expect(await look()).toEqual({ outcome: 'settled' })
  expect(told).toEqual([['succeed', 'token', { taskId: 'task-1', ...outcome }]])
  expect(scheduled).toEqual([])
})

test('an outcome that is known resumes the state again, and asks nobody', async () => {
  const { inbox, told, asked, look } = await watching()
  await inbox.recordOutcome('task-1', { status: 'success' })
  expect(await look()).toEqual({ outcome: 'settled' })
  expect(told).toEqual([['succeed', 'token', { taskId: 'task-1', status: 'success' }]])
  expect(asked).toEqual([])
})

test('a running task is looked at again, before its time is over', async () => {
  const { inbox, scheduled, look } = await watching()
  // It is told in whole seconds, so one may not have been worked.
  expect(await look({ looks: 3 })).toEqual({ outcome: 'again', workedSeconds: 99 })
  expect(scheduled).toEqual([[{ ...MESSAGE, taskId: 'task-1', looks: 4 }, 0, 201]])
  expect((await inbox.findCallback(KEY))?.looks).toBe(4)
  // The same message a second time.
  expect(await look({ looks: 3 })).toEqual({ outcome: 'over' })
  expect(await look({ looks: 4 })).toMatchObject({ outcome: 'again' })
})

test.each([
  [400.5, 'again'],
  [401, 'settled'],
])('at second %d a task that has 300 from 100 on is %s', async (now, outcome) => {
  const { told, look } = await watching({ now })
  expect(await look()).toMatchObject({ outcome })
  expect(told).toEqual(
    outcome === 'again' ? [] : [['fail', 'token', 'CallbackTimeout', expect.any(String)]],
  )
})

test('where the service says when work began, the wait before does not count', async () => {
  const began = await watching({
    now: 700,
    status: { task_status: 'running', workStart: 650 },
  })
  expect(await began.look()).toEqual({ outcome: 'again', workedSeconds: 49 })
  expect(began.scheduled).toMatchObject([[{}, 0, 251]])
  for (const [workSeconds, most] of [
    [300, 300],
    [30, 60],
    [undefined, undefined],
  ]) {
    const waits = await watching({
      now: 4000,
      workSeconds,
      status: { task_status: 'running', workStart: 'waiting' },
    })
    expect(await waits.look()).toEqual({ outcome: 'again' })
    expect((waits.scheduled[0] as unknown[])[2]).toBe(most)
  }
})

test('a task of an earlier release has no time of its own', async () => {
  const { scheduled, look } = await watching({ workSeconds: undefined, now: 4000 })
  expect(await look()).toEqual({ outcome: 'again', workedSeconds: 3899 })
  expect((scheduled[0] as unknown[])[2]).toBeUndefined()
})

test.each([
  [5000, 'again'],
  [5000.001, 'over'],
])('at second %d the wait until 5000 is %s', async (now, outcome) => {
  const status = { task_status: 'running', workStart: 'waiting' } as const
  expect(await (await watching({ now, status })).look()).toMatchObject({ outcome })
})

test('a callback that has expired is over', async () => {
  const { look } = await watching()
  expect(await look({ key: 'job-2/0/effect/0/0', taskId: 'task-2' })).toEqual({ outcome: 'over' })
})

test('a task that was not made is made now, and looked at later', async () => {
  const { inbox, asked, scheduled, look } = await watching({ linked: false })
  expect(await look({ unmade: true, looks: 1 })).toEqual({ outcome: 'again' })
  expect(asked).toEqual(['create'])
  expect(scheduled).toEqual([[{ ...MESSAGE, taskId: 'task-1', looks: 2 }, 0, undefined]])
  expect(await inbox.findTask('task-1')).toMatchObject({ key: KEY, token: 'token' })
})

test('a service that is too busy is asked again when it says', async () => {
  const busy = new ServiceFailure('ServiceBusy', 'Busy.', { retryAfterSeconds: 9, noEffect: true })
  const making = await watching({ linked: false, created: busy })
  expect(await making.look({ unmade: true })).toEqual({ outcome: 'again' })
  expect(making.scheduled).toEqual([[{ ...MESSAGE, looks: 1, unmade: true }, 9, undefined]])
  expect(making.full).toEqual([['job-1', 9]])
  const polling = await watching({ status: busy })
  expect(await polling.look()).toEqual({ outcome: 'again' })
  expect(polling.scheduled).toMatchObject([[{ taskId: 'task-1', looks: 1 }, 9, undefined]])
})

test('a task that can never be created ends the wait with the reason', async () => {
  const created = new ServiceFailure('TaskRefused', 'It is refused.')
  const refused = await watching({ linked: false, created })
  expect(await refused.look({ unmade: true })).toEqual({ outcome: 'settled' })
  expect(refused.told).toEqual([['fail', 'token', 'TaskRefused', 'It is refused.']])
  const unknown = await watching({ linked: false })
  expect(await unknown.look({ feature: 'magic' })).toEqual({ outcome: 'settled' })
  expect(unknown.told).toEqual([
    ['fail', 'token', 'RecipeInvalid', 'magic is not in the catalogue.'],
  ])
})

test('a service that cannot be reached is tried again, and one that knows no such task has lost it', async () => {
  const unreachable = new ServiceFailure('ServiceUnreachable', 'No answer.', { noEffect: true })
  const making = await watching({ linked: false, created: unreachable })
  expect(await making.look({ unmade: true })).toEqual({ outcome: 'again' })
  expect(making.scheduled).toMatchObject([[{ looks: 1, unmade: true }, 0, undefined]])
  const gone = new ServiceFailure('TaskRefused', 'There is no such task.')
  const polling = await watching({ status: gone })
  expect(await polling.look()).toEqual({ outcome: 'settled' })
  expect(polling.told).toEqual([['succeed', 'token', { taskId: 'task-1', status: 'error' }]])
  const defect = new Error('a defect')
  await expect((await watching({ status: defect })).look()).rejects.toBe(defect)
  await expect((await watching({ linked: false, created: defect })).look()).rejects.toBe(defect)
})

test('a failure that may pass and says no time is looked at again as usual', async () => {
  const polling = await watching({ status: new Failure('ResultUnavailable') })
  expect(await polling.look()).toEqual({ outcome: 'again' })
  expect(polling.scheduled).toEqual([[{ ...MESSAGE, taskId: 'task-1', looks: 1 }, 0, undefined]])
})

test('a task that ended before it was linked is over', async () => {
  const { inbox, told, asked, scheduled, look } = await watching({ linked: false })
  await inbox.recordOutcome('task-1', { status: 'success' })
  expect(await look({ unmade: true })).toEqual({ outcome: 'settled' })
  expect(told).toEqual([['succeed', 'token', { taskId: 'task-1', status: 'success' }]])
  expect([asked, scheduled]).toEqual([['create'], []])
})

test('of a task of which nobody knows when it was made no time is told', async () => {
  const { inbox, scheduled, look } = await watching()
  const { createdAt: _, ...callback } = (await inbox.findCallback(KEY))!
  inbox.callbacks.set(KEY, callback)
  // Linking it again would note the present.
  inbox.link = async (key, __, { token, order }) => ({ key, token, order }) as never
  expect(await look()).toEqual({ outcome: 'again' })
  expect(scheduled).toEqual([[{ ...MESSAGE, taskId: 'task-1', looks: 1 }, 0, undefined]])
})
