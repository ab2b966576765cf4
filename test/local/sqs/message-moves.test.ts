import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openMessageMoves } from '../../../local/sqs/message-moves.ts'
import { openMessageStore } from '../../../local/sqs/message-store.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'
import { openQueueDatabase } from '../../../local/sqs/queue-database.ts'
import { queueFolder, START } from './open-queues.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Two queues, of which `work` keeps messages for a minute; `put` sends so many to the dead letters. */
function openMoves() {
  const folder = queueFolder()
  const time = { now: START }
  const clock = () => time.now
  const store = openMessageStore(folder, clock)
  for (const name of ['dead', 'work', 'other']) {
    store.putQueue(name, QueueAttributes.parse({ MessageRetentionPeriod: 60 }))
  }
  const db = openQueueDatabase(folder, clock)
  onTestFinished(() => {
    store.close()
    if (db.database.isOpen) db.database.close()
  })
  const put = (count: number): void => {
    for (let at = 0; at < count; at++) store.send('dead', `m${at}`)
  }
  const bodies = async (queue: string) =>
    (await store.receive(queue, { max: 10 })).map(({ body }) => body)
  return { time, store, db, moves: openMessageMoves(db), put, bodies }
}

const TO_WORK = { source: 'dead', destination: 'work' }

test.each([
  [199, 199, 'COMPLETED'],
  [200, 200, 'RUNNING'],
  [201, 200, 'RUNNING'],
])(
  'of %i messages one turn moves %i, others are served, and the next moves the rest',
  (count, first, status) => {
    const { moves, put, store } = openMoves()
    put(count)
    const task = moves.start(TO_WORK)
    expect(task).toMatchObject({ toMove: count, moved: 0, status: 'RUNNING', started: START })
    vi.runOnlyPendingTimers()
    expect(task).toMatchObject({ moved: first, status })
    vi.runAllTimers()
    expect(task).toMatchObject({ moved: count, status: 'COMPLETED' })
    expect(task).not.toHaveProperty('failure')
    expect([store.count('dead').ready, store.count('work').ready]).toEqual([0, count])
    expect(vi.getTimerCount()).toBe(0)
  },
)

test('a rate is that of one second', () => {
  const { moves, put } = openMoves()
  put(5)
  const task = moves.start({ ...TO_WORK, perSecond: 2 })
  const movedAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return [task.moved, task.status]
  }
  expect(movedAfter(0)).toEqual([2, 'RUNNING'])
  expect(movedAfter(999)).toEqual([2, 'RUNNING'])
  expect(movedAfter(1)).toEqual([4, 'RUNNING'])
  expect(movedAfter(1_000)).toEqual([5, 'COMPLETED'])
})

test('a moved message is a new one: of its time, and as old as its queue lets it be', async () => {
  const { moves, put, store, time } = openMoves()
  put(1)
  const [before] = await store.receive('dead', { visibilitySeconds: 0 })
  time.now += 50_000
  moves.start(TO_WORK)
  vi.runAllTimers()
  time.now += 59_999
  const [after] = await store.receive('work', { visibilitySeconds: 0 })
  expect(after).toMatchObject({ body: 'm0', sentAt: START + 50_000, receiveCount: 1 })
  expect(after?.firstReceivedAt).toBe(time.now)
  expect(after?.id).not.toBe(before?.id)
  time.now += 1
  expect(await store.receive('work')).toEqual([])
})

test('only what could be received when the task began is counted and moved', async () => {
  const { moves, put, store, bodies, time } = openMoves()
  put(2)
  await store.receive('dead', { visibilitySeconds: 5 })
  const task = moves.start({ ...TO_WORK, perSecond: 1 })
  expect(task.toMove).toBe(1)
  time.now += 5_000
  put(1)
  vi.runAllTimers()
  expect(task).toMatchObject({ moved: 1, status: 'COMPLETED' })
  expect([await bodies('work'), await bodies('dead')]).toEqual([['m1'], ['m0', 'm0']])
})

test('who waits at the queue that messages go to is woken', async () => {
  const { moves, store, db, put } = openMoves()
  put(1)
  const woken = vi.spyOn(db.longPolls, 'wake')
  moves.start({ source: 'dead', destination: 'other' })
  vi.runAllTimers()
  expect(woken.mock.calls).toEqual([['other']])
  expect(store.count('other').ready).toBe(1)
})

test('a cancelled task moves nothing more, and ends', () => {
  const { moves, put } = openMoves()
  put(3)
  const task = moves.start({ ...TO_WORK, perSecond: 1 })
  vi.advanceTimersByTime(0)
  moves.cancel(task)
  vi.runAllTimers()
  expect(task).toMatchObject({ moved: 1, status: 'CANCELLED' })
})

test('a task ends with its database, and has not failed', () => {
  const { moves, put, db } = openMoves()
  put(3)
  const task = moves.start({ ...TO_WORK, perSecond: 1 })
  vi.advanceTimersByTime(0)
  db.database.close()
  vi.runAllTimers()
  expect(task).toMatchObject({ moved: 1, status: 'RUNNING' })
})

test.each([
  ['CouldNotDetermineMessageSource', undefined, () => undefined],
  [
    'InternalError',
    'work',
    (db: { exec(sql: string): void }) => db.exec('ALTER TABLE messages RENAME TO gone'),
  ],
])('a task that fails says %s', (failure, destination, harm) => {
  const { moves, put, db } = openMoves()
  put(1)
  const task = moves.start({ source: 'dead', destination })
  harm(db.database)
  vi.runAllTimers()
  expect(task).toMatchObject({ status: 'FAILED', failure, moved: 0 })
})

test('the last thousand tasks are known, the latest first', () => {
  const { moves } = openMoves()
  const started = Array.from({ length: 1_001 }, () => moves.start(TO_WORK).id)
  expect(moves.tasks.map(({ id }) => id)).toEqual(started.reverse().slice(0, 1_000))
})
