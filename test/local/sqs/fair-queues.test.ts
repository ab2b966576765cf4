import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { type MessageStore, openMessageStore } from '../../../local/sqs/message-store.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'darkroom-fair-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A queue whose clock stands still until the test moves it. */
function rig(dataDir = folder()) {
  const time = { now: 1_000_000_000_000 }
  const store = openMessageStore(dataDir, () => time.now)
  onTestFinished(() => store.close())
  store.putQueue('work', QueueAttributes.parse({ VisibilityTimeout: '600' }))
  const send = (group: string | undefined, ...bodies: string[]) => {
    for (const body of bodies) store.send('work', body, { group })
    time.now += 1
  }
  /** Takes one message and works on it for so long; without a time it stays in flight. */
  const work = async (ms?: number) => {
    const [message] = await store.receive('work')
    if (message && ms !== undefined) {
      time.now += ms
      store.remove('work', message.receipt)
    }
    return message?.body
  }
  return { store, send, work, time }
}

test('one that takes most of the time waits for others, also where one worker takes all', async () => {
  const { send, work } = rig()
  send('flood', 'f1', 'f2', 'f3', 'f4')
  expect(await work(1000)).toBe('f1')
  send('single', 's1')
  expect(await work(10)).toBe('s1')
  expect(await work(1000)).toBe('f2')
})

test('time that is still being taken counts', async () => {
  const { send, work, time } = rig()
  send('slow', 'a', 'b', 'c')
  await work()
  time.now += 5_000
  send('single', 's1')
  expect(await work(10)).toBe('s1')
  expect(await work(10)).toBe('b')
})

test('of several noisy ones the one with the fewest messages in flight comes first', async () => {
  const { send, work, time } = rig()
  send('first', 'a1', 'a2', 'a3')
  send('second', 'b1', 'b2')
  expect([await work(), await work(), await work()]).toEqual(['a1', 'a2', 'a3'])
  expect(await work()).toBe('b1')
  time.now += 1000
  send('first', 'a4')
  expect(await work()).toBe('b2')
})

test('whose messages are all worked off is quiet again, as is each message without a group', async () => {
  const { send, work } = rig()
  send('busy', 'x')
  await work(60_000)
  send('busy', 'x1')
  send('other', 'o1')
  expect(await work(1_000)).toBe('x1')
  send('busy', 'x2', 'x3')
  send(undefined, 'n1', 'n2')
  expect(await work(1_000)).toBe('o1')
  await work(60_000)
  expect([await work(1), await work(1)]).toEqual(['n1', 'n2'])
})

test.each<[string, (store: MessageStore, receipt: string) => void, string]>([
  ['given back', (store, receipt) => store.changeVisibility('work', receipt, 0), 'a1'],
  ['marked as failed', (store, receipt) => store.markFailed(receipt), 'a2'],
  ['deleted', (store, receipt) => store.remove('work', receipt), 'a2'],
  ['kept for longer', (store, receipt) => store.changeVisibility('work', receipt, 900), 'b1'],
])('a message that was %s took time until then', async (_, end, next) => {
  const { store, send, work, time } = rig()
  store.send('work', 'a1', { group: 'first' })
  const [taken] = await store.receive('work')
  end(store, taken!.receipt)
  time.now += 5_000
  send('first', 'a2')
  send('second', 'b1')
  expect(await work()).toBe(next)
})

test('a message that is received again takes the time of its latest receiver alone', async () => {
  const { store, send, work, time } = rig()
  store.send('work', 'a1', { group: 'first' })
  await store.receive('work', { visibilitySeconds: 1 })
  time.now += 1_000
  expect(await work(0)).toBe('a1')
  send('busy', 'x1', 'x2')
  expect(await work(60_000)).toBe('x1')
  send('first', 'a2')
  send('second', 'b1')
  expect(await work(0)).toBe('a2')
})

test('a group whose messages were purged is quiet again, once a receiver came', async () => {
  const { store, send, work } = rig()
  send('busy', 'x1', 'x2')
  await work(1_000)
  store.purge('work')
  await work()
  send('busy', 'x3')
  send('other', 'o1')
  expect(await work()).toBe('x3')
})

test('without groups the oldest comes first', async () => {
  const { send, work } = rig()
  send(undefined, '1', '2', '3')
  expect([await work(9), await work(9), await work(9)]).toEqual(['1', '2', '3'])
})

test('the messages of a folder that was made before there were groups are received', async () => {
  const dataDir = folder()
  const old = new DatabaseSync(join(dataDir, 'sqs.db'))
  old.exec(`
    CREATE TABLE queues (name TEXT PRIMARY KEY, attributes TEXT NOT NULL, created INTEGER NOT NULL);
    CREATE TABLE messages (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, queue TEXT NOT NULL, body TEXT NOT NULL,
      attributes TEXT NOT NULL, sent INTEGER NOT NULL, expires INTEGER NOT NULL, visible INTEGER NOT NULL,
      receives INTEGER NOT NULL DEFAULT 0, first_received INTEGER, receipt TEXT, held INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO messages (id, queue, body, attributes, sent, expires, visible)
      VALUES ('m', 'work', 'old', '{}', 1, 9000000000000, 1);
  `)
  old.close()
  const { work } = rig(dataDir)
  expect(await work(1)).toBe('old')
})
