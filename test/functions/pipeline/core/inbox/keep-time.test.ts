import { expect, test } from 'vitest'
import type { WorkStart } from '../../../../../catalog/tasks/task-times.ts'
import type { Callback } from '../../../../../functions/pipeline/core/ports/inbox.ts'
import type { WatchMessage } from '../../../../../functions/pipeline/core/ports/watch.ts'
import { watchTask } from '../../../../../functions/pipeline/watch-task/watch-task.ts'

const NOW = 1_000_000
const MESSAGE = {
  key: 'job/0/effect/0/0',
  feature: 'body-reshape',
  stage: 'effect',
  taskId: 't',
} as const

/** A poll at `NOW` of a task that runs, and what came of it. */
async function poll(workStart: WorkStart | undefined, callback: Partial<Callback>) {
  const failed: string[] = []
  const next: { atMost: number | undefined }[] = []
  const stored = {
    token: 'token',
    order: 0,
    request: {},
    taskId: 't',
    until: NOW + 90_000,
    ...callback,
  }
  const { outcome, workedSeconds } = await watchTask({ ...MESSAGE, looks: 0 } as WatchMessage, {
    inbox: {
      findTask: async () => ({}),
      findCallback: async () => stored,
      link: async () => ({}),
      recordLooks: async () => {},
    } as never,
    tokens: { fail: async (_: string, code: string) => void failed.push(code) } as never,
    provider: { status: async () => ({ task_status: 'running', workStart }) } as never,
    watch: {
      scheduleFirst: async () => {},
      scheduleNext: async (_, __, atMost) => void next.push({ atMost }),
    },
    backpressure: {} as never,
    objects: {} as never,
    uniqueId: () => 'id',
    now: () => NOW * 1000,
  })
  return { outcome, failed, next, ...(workedSeconds !== undefined && { workedSeconds }) }
}

test('a task that waits has all of its time, however long it has waited', async () => {
  expect(await poll('waiting', { workSeconds: 600 })).toEqual({
    outcome: 'again',
    failed: [],
    next: [{ atMost: 600 }],
  })
})

test('the time counts from the start of the work, and is looked at when it is over', async () => {
  expect(await poll(NOW - 100, { workSeconds: 600 })).toEqual({
    outcome: 'again',
    failed: [],
    next: [{ atMost: 501 }],
    workedSeconds: 99,
  })
  expect(await poll(NOW - 601, { workSeconds: 600 })).toEqual({
    outcome: 'settled',
    failed: ['CallbackTimeout'],
    next: [],
  })
})

test('where nobody says when the work began, the time counts from the creation of the task', async () => {
  const created = (ago: number) => poll(undefined, { workSeconds: 600, createdAt: NOW - ago })
  expect(await created(600)).toMatchObject({ next: [{ atMost: 1 }], workedSeconds: 599 })
  expect(await created(601)).toMatchObject({ outcome: 'settled', failed: ['CallbackTimeout'] })
})

test('a callback of before has the timeout of its state', async () => {
  const again = { outcome: 'again', failed: [], next: [{ atMost: undefined }] }
  expect(await poll(NOW - 9_000, {})).toEqual({ ...again, workedSeconds: 8_999 })
  expect(await poll('waiting', {})).toEqual(again)
  expect(await poll(undefined, { until: NOW - 1 })).toMatchObject({ outcome: 'over', next: [] })
})
