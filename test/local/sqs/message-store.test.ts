import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createLongPolls } from '../../../local/sqs/long-polls.ts'
import { openMessageStore } from '../../../local/sqs/message-store.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqs-store-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The store of a folder with the queue `work`; its clock is moved by the test. */
function openStore(folder = dataFolder()) {
  const time = { now: 1_000_000 }
  const store = openMessageStore(folder, () => time.now)
  onTestFinished(() => store.close())
  return { store, time, folder }
}

const ATTRIBUTES = QueueAttributes.parse({
  VisibilityTimeout: 7,
  ReceiveMessageWaitTimeSeconds: 20,
})

test('the settings of a queue, and when it was made, survive a restart', () => {
  const { store, folder, time } = openStore()
  store.putQueue('work', ATTRIBUTES)
  time.now += 500
  store.putQueue('work', { ...ATTRIBUTES, VisibilityTimeout: 8 })
  store.close()
  const { store: again } = openStore(folder)
  expect([...again.queues]).toEqual([
    ['work', { attributes: { ...ATTRIBUTES, VisibilityTimeout: 8 }, created: 1_000_000 }],
  ])
})

test('of two waiting receivers both hear of a message, and each gets one', async () => {
  const { store } = openStore()
  store.putQueue('work', ATTRIBUTES)
  const waiting = [store.receive('work'), store.receive('work', { waitSeconds: 20 })]
  store.send('work', 'a')
  store.send('work', 'b')
  const bodies = (await Promise.all(waiting)).flat().map(({ body }) => body)
  expect(bodies.sort()).toEqual(['a', 'b'])
})

test('a message that is given back at once goes to who waits', async () => {
  const { store } = openStore()
  store.putQueue('work', ATTRIBUTES)
  store.send('work', 'a', { delaySeconds: 0 })
  const [held] = await store.receive('work')
  const waiting = store.receive('work')
  expect(store.changeVisibility('work', held!.receipt, 0)).toBe(true)
  expect(await waiting).toMatchObject([{ body: 'a', receiveCount: 2 }])
  expect(store.changeVisibility('work', held!.receipt, 0)).toBe(false)
})

test('who waits when the store is closed gets nothing, and it may be closed twice', async () => {
  const { store } = openStore()
  store.putQueue('work', ATTRIBUTES)
  const waiting = store.receive('work')
  store.close()
  expect(await waiting).toEqual([])
  store.close()
})

test('a receiver that does not wait, or has left, gets nothing', async () => {
  const { store } = openStore()
  store.putQueue('work', ATTRIBUTES)
  expect(await store.receive('work', { waitSeconds: 0 })).toEqual([])
  store.send('work', 'a')
  expect(await store.receive('work', { signal: AbortSignal.abort() })).toEqual([])
  expect(store.count('work').ready).toBe(1)
})

test('messages come in the order they became visible, as many as are asked for', async () => {
  const { store, time } = openStore()
  store.putQueue('work', ATTRIBUTES)
  store.send('work', 'late', { delaySeconds: 2 })
  for (const body of ['a', 'b', 'c']) store.send('work', body)
  const received = async (max?: number) =>
    (await store.receive('work', { max, waitSeconds: 0 })).map(({ body }) => body)
  expect(await received()).toEqual(['a'])
  expect(await received(2)).toEqual(['b', 'c'])
  time.now += 2_000
  expect(await received(10)).toEqual(['late'])
})

test('a message ends with its retention, to the millisecond', async () => {
  const { store, time } = openStore()
  store.putQueue('work', QueueAttributes.parse({ MessageRetentionPeriod: 60 }))
  store.send('work', 'a')
  time.now += 59_999
  expect(await store.receive('work', { visibilitySeconds: 0 })).toHaveLength(1)
  time.now += 1
  expect(await store.receive('work')).toEqual([])
})

test('a wait ends once, with its signal, and wakes nobody at another queue', async () => {
  const polls = createLongPolls(() => 0)
  const ended: string[] = []
  const wait = (name: string, queue: string, signal?: AbortSignal) =>
    polls.wait(queue, 60_000, signal).then(() => void ended.push(name))
  const leaving = new AbortController()
  const [left, woken, closed] = [
    wait('left', 'a', leaving.signal),
    wait('woken', 'a'),
    wait('closed', 'b'),
  ]
  leaving.abort()
  await left
  expect(ended).toEqual(['left'])
  polls.wake('a')
  polls.wake('nowhere')
  await woken
  expect(ended).toEqual(['left', 'woken'])
  polls.close()
  await closed
})

test('a queue with thousands of delayed messages takes no longer for the next one', async () => {
  const [full, empty] = [6_000, 1].map((delayed) => {
    const { store } = openStore()
    store.putQueue('work', ATTRIBUTES)
    for (let nth = 0; nth < delayed; nth++) store.send('work', 'later', { delaySeconds: 900 })
    return { store, quickest: Number.POSITIVE_INFINITY }
  })
  // In turn, so that a busy machine is as slow for both.
  for (let nth = 0; nth < 200; nth++) {
    for (const queue of [full!, empty!]) {
      const began = performance.now()
      queue.store.send('work', 'now')
      const [message] = await queue.store.receive('work')
      queue.store.remove('work', message!.receipt)
      queue.quickest = Math.min(queue.quickest, performance.now() - began)
    }
  }
  // Five times as long where expired messages, or a receipt, are looked for among all of the queue.
  expect(full!.quickest).toBeLessThan(2 * empty!.quickest)
})

test('a message says the group it was sent with, and none where it has none', async () => {
  const { store } = openStore()
  store.putQueue('work', ATTRIBUTES)
  store.send('work', 'a', { group: 'tenant' })
  store.send('work', 'b')
  const received = await store.receive('work', { max: 2 })
  const groups = received.map((message) => [message.body, 'group' in message, message.group])
  expect(groups.toSorted()).toEqual([
    ['a', true, 'tenant'],
    ['b', false, undefined],
  ])
})

test('messages are counted, and those that were removed', async () => {
  const { store, folder } = openStore()
  for (const name of ['work', 'other']) store.putQueue(name, ATTRIBUTES)
  expect(store.count('work')).toEqual({ ready: 0, inFlight: 0, delayed: 0 })
  expect([store.removed('work'), store.oldest('work')]).toEqual([0, undefined])
  for (const body of ['a', 'b', 'c']) store.send('work', body)
  store.send('work', 'd', { delaySeconds: 1 })
  const held = await store.receive('work', { max: 2 })
  expect(store.count('work')).toEqual({ ready: 1, inFlight: 2, delayed: 1 })
  store.remove('work', 'no receipt')
  for (const { receipt } of held) store.remove('work', receipt)
  expect([store.removed('work'), store.removed('other')]).toEqual([2, 0])
  expect(store.count('work')).toEqual({ ready: 1, inFlight: 0, delayed: 1 })
  store.close()
  // A group is looked for in an index, not among all messages.
  const database = new DatabaseSync(join(folder, 'sqs.db'))
  const indices = database.prepare("SELECT name FROM sqlite_master WHERE type = 'index'").all()
  database.close()
  expect(indices.map(({ name }) => name)).toContain('messages_group')
})
