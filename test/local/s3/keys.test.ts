import { readdir } from 'node:fs/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { anyText } from '../../setup/any-text.ts'
import { fc } from '../../setup/random.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import { eventSink, freshDir, openS3, refusal } from './open-s3.ts'
import { sendRaw } from './send-raw.ts'

const Bucket = 'drop'

const HOSTILE = [
  'a b',
  'a+b',
  'a%25b',
  'a%2Fb',
  'a&b=c',
  `quote"'<>`,
  'line\nbreak',
  'carriage\rreturn\r\n',
  'tab\there',
  '📷/写真.jpg',
  'caf\u00e9',
  'cafe\u0301',
  '../../etc/passwd',
  './x',
  '..',
  '.',
  'a/../b',
  'a//b',
  '/leading',
  '//',
  'trailing/',
  'x',
  'x/y',
  '\ufeffbom',
  '?query#hash',
  'semi;colon,comma~tilde!*()',
  '\\back\\slash',
  '__proto__',
  '\u{10ffff}'.repeat(256),
]

test('any key survives put, list, get, event and delete byte by byte', async () => {
  const sink = eventSink()
  const { s3, client } = await openS3({ onObjectCreated: sink.receive })
  await s3.createBucket(Bucket, { notify: true })
  const key = anyText({ minLength: 1, maxLength: 40 })
  const check = async (Key: string) => {
    const before = sink.events.length
    const Body = Buffer.from(Key, 'utf8')
    await client.send(new PutObjectCommand({ Bucket, Key, Body }))
    const got = await client.send(new GetObjectCommand({ Bucket, Key }))
    expect(Buffer.from(await got.Body!.transformToByteArray())).toEqual(Body)
    const listed = await client.send(new ListObjectsV2Command({ Bucket, EncodingType: 'url' }))
    expect(listed.Contents?.map((entry) => decodeURIComponent(entry.Key!))).toEqual([Key])
    const events = await sink.next(before + 1)
    expect(events[before]!.detail.object.key).toBe(Key)
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }] } }))
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0)
  }
  for (const Key of HOSTILE) {
    await check(Key)
  }
  await fc.assert(fc.asyncProperty(key, check), { numRuns: fewOrAll(20, 60) })
})

test('similar keys are different objects, listed in byte order', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket(Bucket)
  await Promise.all(
    HOSTILE.map((Key) => client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))),
  )
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket }))
  const byBytes = HOSTILE.map((key) => Buffer.from(key)).sort(Buffer.compare)
  expect(Contents?.map((entry) => entry.Key)).toEqual(byBytes.map((key) => key.toString()))
})

test('a presigned URL reaches the key it was made for', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket(Bucket)
  for (const Key of HOSTILE) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))
    const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key }))
    const got = await sendRaw(s3, { path: url.slice(s3.url.length) })
    expect([got.status, got.body]).toEqual([200, Key])
  }
})

test('refuses a key above 1,024 bytes and one that is not UTF-8', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket(Bucket)
  const put = client.send(new PutObjectCommand({ Bucket, Key: 'é'.repeat(513), Body: '' }))
  expect(await refusal(put)).toEqual({ name: 'KeyTooLongError', status: 400 })
  expect((await sendRaw(s3, { path: '/drop/%ff' })).status).toBe(400)
})

test('no file name is derived from a key', async () => {
  const dataDir = await freshDir()
  const { s3, client } = await openS3({ dataDir })
  await s3.createBucket(Bucket)
  for (const Key of HOSTILE) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: `the bytes of ${Key}` }))
  }
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = files.filter((each) => each.isFile()).map(({ name }) => name)
  const bodies = names.filter((name) => /^[0-9a-f]{32}$/.test(name))
  expect(bodies).toHaveLength(HOSTILE.length)
  for (const name of names.filter((name) => !bodies.includes(name))) {
    expect(name).toMatch(/^index\.\w+(-wal|-shm|-journal)?$/)
  }
  expect(
    files
      .filter((each) => each.isDirectory())
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['bodies', 'incoming'])
})
