import { Readable } from 'node:stream'
import { S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { s3BatchObjects } from '../../../../../functions/pipeline/core/adapters/s3-batch-objects.ts'
import { s3Objects } from '../../../../../functions/pipeline/core/adapters/s3-objects.ts'
import { s3RemoveAll } from '../../../../../functions/pipeline/core/adapters/s3-remove-all.ts'

type Asked = { method: string; query: Record<string, string>; body?: Uint8Array | string }

const MEBIBYTE = 2 ** 20
const AT = { bucket: 'b', key: 'k' }

/** S3 that answers with these bodies by what is asked, and what it was asked. */
function scripted(bodies: Record<string, string> = {}) {
  const asked: string[] = []
  const sizes: number[] = []
  const texts: string[] = []
  let open = 0
  let most = 0
  const handle = async ({ method, query, body: given }: Asked) => {
    const names = Object.keys(query).filter((name) => name !== 'x-id')
    const kind = [method, ...names.sort()].join(' ')
    asked.push(kind)
    sizes.push(given?.length ?? 0)
    if (typeof given === 'string') texts.push(given)
    most = Math.max(most, ++open)
    await new Promise((resolve) => setImmediate(resolve))
    open -= 1
    const body = Readable.from([bodies[kind] ?? '<a/>'])
    return { response: { statusCode: 200, headers: { etag: '"e"' }, body } }
  }
  const s3 = new S3Client({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    requestHandler: { handle } as never,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  return { s3, asked, sizes, texts, most: () => most }
}

const STARTED = '<a><UploadId>u</UploadId></a>'

async function* chunks(...sizes: number[]) {
  for (const size of sizes) yield Buffer.alloc(size)
}

test('bytes are written in one request, and so is what comes and is no longer than a part', async () => {
  const { s3, asked } = scripted()
  await s3Objects(s3).write(AT, Buffer.alloc(9 * MEBIBYTE), { contentType: 'image/png' })
  await s3Objects(s3).write(AT, chunks(8 * MEBIBYTE), { contentType: 'image/png' })
  expect(asked).toEqual(['PUT', 'PUT'])
})

test('what is longer comes in parts of 8 MiB, two at a time', async () => {
  const { s3, asked, sizes, most } = scripted({ 'POST uploads': STARTED })
  const source = chunks(8 * MEBIBYTE, 8 * MEBIBYTE, 8 * MEBIBYTE, 1)
  await s3Objects(s3).write(AT, source, { contentType: 'video/mp4' })
  const parts = sizes.filter((_, at) => asked[at] === 'PUT partNumber uploadId')
  expect(asked[0]).toBe('POST uploads')
  expect(asked.at(-1)).toBe('POST uploadId')
  expect(parts.toSorted((one, other) => one - other)).toEqual([1, ...Array(3).fill(8 * MEBIBYTE)])
  expect(most()).toBe(2)
})

test('the lines of a batch come in parts, two at a time', async () => {
  const { s3, asked, most } = scripted({ 'POST uploads': STARTED })
  const lines = async function* () {
    for (let n = 0; n < 3; n++) yield ' '.repeat(5 * MEBIBYTE)
  }
  await s3BatchObjects(s3).stream(AT, lines())
  expect(asked.filter((kind) => kind.startsWith('PUT'))).toHaveLength(4)
  expect(most()).toBe(2)
})

test('where nothing lies nothing is asked to be deleted, and what S3 keeps is told', async () => {
  const none = scripted({ 'GET list-type prefix': '<a/>' })
  await s3RemoveAll(none.s3)({ bucket: 'b', prefix: 'p/' })
  expect(none.asked).toEqual(['GET list-type prefix'])
  const listed = '<a><Contents><Key>p/1</Key></Contents></a>'
  const some = scripted({ 'GET list-type prefix': listed })
  await s3RemoveAll(some.s3)({ bucket: 'b', prefix: 'p/' })
  expect(some.asked).toEqual(['GET list-type prefix', 'POST delete'])
  // S3 is to name what it kept alone.
  expect(some.texts.join()).toMatch(/<Object><Key>p\/1<\/Key><\/Object>.*<Quiet>true<\/Quiet>/)
  const error = '<a><Error><Key>p/1</Key><Code>AccessDenied</Code></Error></a>'
  const kept = scripted({ 'GET list-type prefix': listed, 'POST delete': error })
  await expect(s3RemoveAll(kept.s3)({ bucket: 'b', prefix: 'p/' })).rejects.toThrow(
    'S3 kept p/1: AccessDenied.',
  )
})
