import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findCompletion, recordCompletion } from '../../../local/s3/store/completion.ts'
import { makeBucket } from '../../../local/s3/store/make-bucket.ts'
import { type ObjectCreatedEvent, objectCreated } from '../../../local/s3/store/object-created.ts'
import { openIndex } from '../../../local/s3/store/open-index.ts'
import { type EventReceiver, Outbox } from '../../../local/s3/store/outbox.ts'
import type { Store } from '../../../local/s3/store/store.ts'
import { createVersionId, isVersionId, sequenceIn } from '../../../local/s3/store/version-id.ts'
import { codeOf } from './call-of.ts'
import { freshDir } from './open-s3.ts'

async function openTables() {
  const index = openIndex(join(await freshDir(), 'index.sqlite'))
  onTestFinished(() => index.close())
  return index
}

const eventOf = (id: number) => ({ id: `e${id}` }) as ObjectCreatedEvent

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** An outbox with events, whose receiver notes them. */
async function withEvents(count: number, receive: EventReceiver) {
  const index = await openTables()
  const received: string[] = []
  const outbox = new Outbox(index, (event) => {
    received.push(event.id)
    return receive(event)
  })
  for (let at = 0; at < count; at++) outbox.record(eventOf(at))
  const left = () => index.all('SELECT id FROM outbox').length
  return { outbox, received, left }
}

const never = () => new Promise<void>(() => undefined)

test('eight events are delivered at a time, in their order', async () => {
  const { outbox, received, left } = await withEvents(9, never)
  outbox.wake()
  outbox.wake()
  expect(received).toEqual(Array.from({ length: 8 }, (_, at) => `e${at}`))
  expect(left()).toBe(9)
})

test('what was delivered is forgotten, and makes room for the next', async () => {
  const { outbox, received, left } = await withEvents(9, () => undefined)
  outbox.wake()
  await vi.waitFor(() => expect(left()).toBe(0), { timeout: 90_000 })
  expect(received).toHaveLength(9)
})

test('an event that fails comes again after 250 ms, twice that, up to 30 s', async () => {
  const { outbox, received, left } = await withEvents(1, () => Promise.reject(new Error('no')))
  outbox.wake()
  const delays = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
  for (const [count, delay] of delays.entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(received).toHaveLength(count + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(received).toHaveLength(count + 2)
  }
  expect(left()).toBe(1)
})

test('closing ends what waits to be tried again, and waits for what is under way', async () => {
  const under = Promise.withResolvers<void>()
  const { outbox, received } = await withEvents(2, (event) =>
    event.id === 'e0' ? under.promise : Promise.reject(new Error('no')),
  )
  outbox.wake()
  await vi.advanceTimersByTimeAsync(0)
  let closed = false
  const closing = outbox.close(5_000).then(() => {
    closed = true
  })
  await vi.advanceTimersByTimeAsync(4_999)
  expect([closed, received]).toEqual([false, ['e0', 'e1']])
  await vi.advanceTimersByTimeAsync(1)
  expect(closed).toBe(true)
  await closing
  outbox.record(eventOf(2))
  outbox.wake()
  under.reject(new Error('late'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(received).toEqual(['e0', 'e1'])
})

test('without a receiver events wait', async () => {
  const index = await openTables()
  const outbox = new Outbox(index, undefined)
  outbox.record(eventOf(0))
  outbox.wake()
  expect(index.all('SELECT id FROM outbox')).toHaveLength(1)
  await outbox.close(0)
})

test('an event says who wrote what, as EventBridge has it', () => {
  const created = {
    bucket: { name: 'drop', created: 0, versioning: 'Enabled', notify: 1 },
    key: 'a b',
    size: 3,
    etag: 'abc',
    id: 'v',
    seq: 255,
    modified: Date.UTC(2026, 0, 1) + 999,
    cause: { reason: 'PutObject', requestId: 'R', sourceIp: '::1' },
  } as const
  const { id, ...event } = objectCreated(created, 'eu-west-1')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(event).toEqual({
    version: '0',
    'detail-type': 'Object Created',
    source: 'aws.s3',
    account: '000000000000',
    time: '2026-01-01T00:00:00Z',
    region: 'eu-west-1',
    resources: ['arn:aws:s3:::drop'],
    detail: {
      version: '0',
      bucket: { name: 'drop' },
      object: {
        key: 'a b',
        size: 3,
        etag: 'abc',
        'version-id': 'v',
        sequencer: '0000000000000000FF',
      },
      'request-id': 'R',
      requester: '000000000000',
      'source-ip-address': '::1',
      reason: 'PutObject',
    },
  })
  const plain = { ...created, bucket: { ...created.bucket, versioning: null } }
  expect(objectCreated(plain, 'a').detail.object).not.toHaveProperty('version-id')
})

test('a completion is known for a week', async () => {
  const index = await openTables()
  const place = { upload: 'u', bucket: 'drop', key: 'x' }
  const completion = { parts: 'p', etag: 'e', checksum: undefined, versionId: 'v' }
  recordCompletion(index, place, completion, 1_000)
  expect(findCompletion(index, place)).toEqual({ parts: 'p', etag: 'e', versionId: 'v' })
  for (const other of [{ upload: 'o' }, { bucket: 'o' }, { key: 'o' }]) {
    expect(findCompletion(index, { ...place, ...other })).toBeUndefined()
  }
  const week = 7 * 86_400_000
  recordCompletion(index, { ...place, upload: 'u2' }, completion, 1_000 + week)
  expect(findCompletion(index, place)).toBeDefined()
  recordCompletion(index, { ...place, upload: 'u3' }, completion, 1_001 + week)
  expect(findCompletion(index, place)).toBeUndefined()
})

test('the id of a version tells its place', async () => {
  const index = await openTables()
  expect(sequenceIn(createVersionId(index))).toBe(1)
  const characters = 'a'.repeat(24)
  expect(sequenceIn(`${characters}.zz`)).toBe(1_295)
  for (const id of [
    'null',
    `${characters}.`,
    `x${characters}.1`,
    `${characters}.1!`,
    `${characters}.${'1'.repeat(11)}`,
  ]) {
    expect(sequenceIn(id)).toBeUndefined()
  }
  const longest = 'v'.repeat(128)
  expect([isVersionId(longest), isVersionId('a-b_c.d')]).toEqual([true, true])
  for (const text of ['', `${longest}v`, ' a', 'a ', 'a/b']) expect(isVersionId(text)).toBe(false)
})

/** S3 User Guide, "General purpose bucket naming rules". */
test.each([
  ['abc', true],
  ['a.b-9', true],
  ['a'.repeat(63), true],
  ['1.2.3.4a', true],
  ['ab', false],
  ['a'.repeat(64), false],
  ['1.2.3.4', false],
  ['a..b', false],
  ['-ab', false],
  ['ab-', false],
  ['.ab', false],
  ['ab.', false],
  ['Abc', false],
  ['a_b', false],
])('%s may be the name of a bucket: %s', async (name, may) => {
  const store = { index: await openTables(), clock: () => 5 } as unknown as Store
  expect(codeOf(() => makeBucket(store, name))).toBe(may ? undefined : 'InvalidBucketName')
  const again = may ? 'BucketAlreadyOwnedByYou' : 'InvalidBucketName'
  expect(codeOf(() => makeBucket(store, name))).toBe(again)
})
