import { getEventListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLongPolls } from '../../../local/sqs/long-polls.ts'
import { openMessageStore } from '../../../local/sqs/message-store.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'

/** No timer ends a wait here but those a test moves: who is not woken waits for ever. */
const HANGS = { timeout: 120_000 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Waits, and tells whether the wait is over. */
function waiting(wait: Promise<void>) {
  const state = { over: false }
  const done = wait.then(() => {
    state.over = true
  })
  return { state, done }
}

test('everybody who waits at a queue is woken, and nobody elsewhere', HANGS, async () => {
  const polls = createLongPolls(() => 0)
  const [one, other, elsewhere] = ['a', 'a', 'b'].map((queue) => waiting(polls.wait(queue, 60_000)))
  polls.wake('a')
  await Promise.all([one!.done, other!.done])
  expect(elsewhere!.state.over).toBe(false)
  expect(vi.getTimerCount()).toBe(1)
  polls.close()
  await elsewhere!.done
  expect(vi.getTimerCount()).toBe(0)
})

test('a wait ends with its signal, whose later end wakes nobody', HANGS, async () => {
  const polls = createLongPolls(() => 0)
  const leaving = new AbortController()
  const [left, stays] = [
    waiting(polls.wait('a', 60_000, leaving.signal)),
    waiting(polls.wait('a', 60_000)),
  ]
  leaving.abort()
  await left.done
  expect(stays.state.over).toBe(false)
  polls.close()
  await stays.done
})

test('a wait that is over listens no more, and is not ended again', async () => {
  const polls = createLongPolls(() => 0)
  const { signal } = new AbortController()
  const wait = polls.wait('a', 60_000, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  const ended = vi.spyOn(signal, 'removeEventListener')
  for (const _ of [1, 2]) polls.wake('a')
  polls.close()
  await wait
  expect(getEventListeners(signal, 'abort')).toEqual([])
  expect(ended).toHaveBeenCalledOnce()
})

test.each([
  ['at its time', 1_000, 1_050, 50],
  ['after a millisecond where its time is over', 1_000, 900, 1],
  ['after 20 seconds at most', 0, 60_000, 20_000],
])('a wait ends %s', async (_, now, until, after) => {
  const polls = createLongPolls(() => now)
  const { state, done } = waiting(polls.wait('a', until))
  await vi.advanceTimersByTimeAsync(after - 1)
  expect(state.over).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(state.over).toBe(true)
  await done
})

test.each([
  ['a message that becomes visible', 5, 20, 5, ['a']],
  ['the end of its wait before that', 5, 2, 2, []],
  ['the end of its wait', undefined, 3, 3, []],
])('a receiver waits for %s', HANGS, async (_, delaySeconds, waitSeconds, after, received) => {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-polls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const time = { now: 1_000 }
  const store = openMessageStore(folder, () => time.now)
  onTestFinished(() => store.close())
  store.putQueue('work', QueueAttributes.parse({}))
  if (delaySeconds !== undefined) store.send('work', 'a', { delaySeconds })
  const waiting = store.receive('work', { waitSeconds })
  await Promise.resolve()
  time.now += after * 1_000
  await vi.advanceTimersByTimeAsync(after * 1_000 - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect((await waiting).map(({ body }) => body)).toEqual(received)
})

test('sending, giving back and closing each wake the receivers of a store', HANGS, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-polls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = openMessageStore(folder, () => 1_000)
  store.putQueue('work', QueueAttributes.parse({ ReceiveMessageWaitTimeSeconds: 20 }))
  const sent = store.receive('work')
  store.send('work', 'a')
  const [held] = await sent
  const given = store.receive('work')
  store.changeVisibility('work', held!.receipt, 0)
  expect(await given).toMatchObject([{ body: 'a', receiveCount: 2 }])
  const closed = store.receive('work')
  store.close()
  expect(await closed).toEqual([])
})
