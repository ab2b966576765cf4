import { afterEach, expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import { LeaseLost } from '../../../../../functions/service/core/model/lease.ts'
import type { Task } from '../../../../../functions/service/core/model/task.ts'
import {
  type FinishDeps,
  finishTask,
} from '../../../../../functions/service/core/tasks/finish-task.ts'

afterEach(() => vi.restoreAllMocks())

const TASK = {
  id: 't',
  account: 'a',
  feature: 'body-reshape',
  stage: 'effect',
  units: 3,
  reservation: 'r',
  status: 'running',
  createdAt: 4,
} as unknown as Task
const DONE = { status: 'success', results: { values: {}, objects: {} } } as const

/** Ends the task where the store applies that or finds it as `found`. */
async function finished(applied: object | undefined, found: object | undefined, holder?: string) {
  const told = vi.spyOn(log, 'info').mockReturnValue()
  const calls: unknown[] = []
  const deps = {
    tasks: {
      finish: async (...given: unknown[]) => {
        calls.push(['finish', ...given.slice(2)])
        return applied && { ...TASK, ...applied }
      },
      get: async () => found && { ...TASK, ...found },
    },
    units: {
      charge: async () => void calls.push(['charge']),
      release: async () => void calls.push(['release']),
    },
    webhooks: {
      endpoints: async () => {
        calls.push(['announce'])
        return []
      },
    },
    now: () => 9_999,
  } as unknown as FinishDeps
  const answer = await finishTask(TASK, DONE, deps, holder).catch((error: unknown) => error)
  return { answer, calls, logged: told.mock.calls.map(([, facts]) => facts) }
}

test('a task is ended, charged, told of and logged once', async () => {
  const { answer, calls, logged } = await finished({ ...DONE, finishedAt: 9 }, undefined, 'me')
  expect(answer).toMatchObject({ status: 'success' })
  expect(calls).toEqual([['finish', 9, 'me'], ['charge'], ['announce']])
  expect(logged).toEqual([
    expect.objectContaining({ taskId: 't', status: 'success', charged: 3, seconds: 5 }),
  ])
})

test('what had ended before stays as it ended, and what follows from that is done', async () => {
  const { answer, calls, logged } = await finished(undefined, { status: 'error' })
  expect(answer).toMatchObject({ status: 'error' })
  expect(calls).toEqual([['finish', 9, undefined], ['release'], ['announce']])
  expect(logged).toEqual([])
})

test('of a task that is gone nothing is left to be done', async () => {
  const { answer, calls } = await finished(undefined, undefined)
  expect([answer, calls]).toEqual([TASK, [['finish', 9, undefined]]])
})

test.each([
  ['another one has taken over', 'another', 'me', LeaseLost],
  ['nobody holds', undefined, 'me', LeaseLost],
  ['holds too few units', 'me', 'me', Error],
  ['holds too few units, for the service itself', 'another', undefined, Error],
])('a task that %s goes on', async (_, lease, holder, kind) => {
  const { answer, calls } = await finished(
    undefined,
    { ...(lease && { lease: { holder: lease } }) },
    holder,
  )
  expect((answer as Error).constructor).toBe(kind)
  if (kind === Error)
    expect((answer as Error).message).toContain('holds fewer units than its result')
  expect(calls).toEqual([['finish', 9, holder]])
})

test('a task that failed is logged without a charge', async () => {
  const { calls, logged } = await finished({ status: 'error', finishedAt: 9 }, undefined)
  expect(calls).toEqual([['finish', 9, undefined], ['release'], ['announce']])
  expect(logged).toEqual([expect.objectContaining({ status: 'error', charged: 0, seconds: 5 })])
})

test.each([
  ['body-reshape', 'effect', true],
  ['gone', 'effect', true],
  ['out-paint', 'effect', false],
  ['out-paint', 'pre-process', true],
])('the end of a task of %s, %s, is announced: %s', async (feature, stage, isAnnounced) => {
  const { calls } = await finished({ ...DONE, feature, stage }, undefined)
  expect(calls.flat().includes('announce')).toBe(isAnnounced)
})
