import { expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import type { Task } from '../../../../../functions/service/core/model/task.ts'
import type { Backlog } from '../../../../../functions/service/core/ports/backlog.ts'
import { newForetellStart } from '../../../../../functions/service/core/tasks/foretell-start.ts'

const asks = (createdAt: number, account = 'studio') => ({ account, createdAt })

/** A queue on a clock, whose account's tasks took so many seconds. */
function queue(backlog: Backlog, took: readonly number[] = []) {
  const clock = { now: 0 }
  const countBacklog = vi.fn(async () => backlog)
  const list = vi.fn(async () => took.map((_, at) => ({ id: String(at) })) as never)
  const get = async (id: string) =>
    ({ startedAt: 100, finishedAt: 100 + (took[Number(id)] ?? 0) }) as Task
  const foretell = newForetellStart({ tasks: { list, get }, countBacklog, now: () => clock.now })
  return { foretell, countBacklog, list, clock }
}

test('a task comes after those that were made before it, as fast as the workers take them', async () => {
  const { foretell } = queue({ waiting: [10, 20, 20, 30], begun: 2 }, [6, 14])
  expect(await foretell(asks(10))).toEqual({ place: 1, seconds: 5 })
  expect(await foretell(asks(20))).toEqual({ place: 3, seconds: 15 })
  // It was made after the queue was counted last, or its entry is late.
  expect(await foretell(asks(5))).toEqual({ place: 1, seconds: 5 })
  expect(await foretell(asks(99))).toEqual({ place: 4, seconds: 20 })
})

test('no time is said where nothing is worked on, or no task of the account says what one takes', async () => {
  expect(await queue({ waiting: [10], begun: 0 }, [6]).foretell(asks(10))).toEqual({ place: 1 })
  expect(await queue({ waiting: [10], begun: 3 }).foretell(asks(10))).toEqual({ place: 1 })
})

test('the queue is counted every ten seconds and an account looked at every minute, however many ask', async () => {
  const { foretell, countBacklog, list, clock } = queue({ waiting: [10], begun: 1 }, [6])
  await Promise.all([foretell(asks(10)), foretell(asks(10)), foretell(asks(10, 'other'))])
  expect([countBacklog.mock.calls.length, list.mock.calls.length]).toEqual([1, 2])
  clock.now = 9_999
  await foretell(asks(10))
  expect(countBacklog).toHaveBeenCalledTimes(1)
  clock.now = 10_000
  await foretell(asks(10))
  expect([countBacklog.mock.calls.length, list.mock.calls.length]).toEqual([2, 2])
  clock.now = 60_000
  await foretell(asks(10))
  expect(list).toHaveBeenCalledTimes(3)
})

test('a status is answered although the queue cannot be counted, and it is counted by the next', async () => {
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  const { foretell, countBacklog } = queue({ waiting: [10], begun: 1 })
  countBacklog.mockRejectedValueOnce(new Error('throttled'))
  expect(await foretell(asks(10))).toBeUndefined()
  expect(warned).toHaveBeenCalledOnce()
  expect(await foretell(asks(10))).toEqual({ place: 1 })
  warned.mockRestore()
})

test('the times of a thousand accounts are kept, and forgotten with the next one', async () => {
  const { foretell, list } = queue({ waiting: [10], begun: 1 }, [6])
  for (let nth = 0; nth < 1_000; nth++) await foretell(asks(10, `account-${nth}`))
  await foretell(asks(10, 'account-0'))
  expect(list).toHaveBeenCalledTimes(1_000)
  await foretell(asks(10, 'another'))
  await foretell(asks(10, 'account-0'))
  expect(list).toHaveBeenCalledTimes(1_002)
})
