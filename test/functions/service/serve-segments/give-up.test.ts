import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '../../../../functions/log.ts'
import { type GiveUpDeps, giveUp } from '../../../../functions/service/serve-segments/give-up.ts'

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const SHARED = { count: 2, frames: 8, before: 0, since: 5, at: 5, done: {} }

/** What is done where a task is given up that is stored as this. */
async function given(stored: object | undefined) {
  const calls: unknown[] = []
  const task = stored && {
    id: 't',
    account: 'a',
    feature: 'bg-replace-vid',
    stage: 'effect',
    units: 6,
    reservation: 'r',
    files: { src: { url: 'a' }, ref: { url: 'b' } },
    ...stored,
  }
  const deps = {
    tasks: {
      get: async () => task,
      finish: async (_: string, outcome: { error?: string }) => {
        calls.push(['finish', outcome.error])
        return { ...task, ...outcome }
      },
    },
    units: {
      charge: async () => void calls.push(['charge']),
      release: async () => void calls.push(['release']),
    },
    webhooks: { endpoints: async () => [] },
    objectRemover: { remove: async (keys: string[]) => void calls.push(['remove', keys.length]) },
    now: () => 0,
  } as unknown as GiveUpDeps
  await giveUp({ task: 't', failure: 'States.Timeout' }, deps)
  return calls
}

// Two inputs, two surveys and two segments.
const REMOVED = ['remove', 6]

test('a running task ends as the service’s own failure, and what its workers shared is removed', async () => {
  expect(await given({ status: 'running', shared: SHARED })).toEqual([
    ['finish', 'unknown_internal_error'],
    ['release'],
    REMOVED,
  ])
  expect(log.error).toHaveBeenCalledWith('A shared video was given up.', {
    taskId: 't',
    feature: 'bg-replace-vid',
    failure: 'States.Timeout',
  })
})

test('of a task that has ended only what follows from its end is done', async () => {
  expect(await given({ status: 'success', shared: SHARED })).toEqual([['charge'], REMOVED])
  expect(log.error).not.toHaveBeenCalled()
})

test('nothing is done for a task that is not shared, or not there', async () => {
  expect(await given({ status: 'running' })).toEqual([])
  expect(await given(undefined)).toEqual([])
  expect(log.warn).toHaveBeenCalledTimes(2)
})
