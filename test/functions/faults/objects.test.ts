import { CreateBucketCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { s3BatchObjects } from '../../../functions/pipeline/core/adapters/s3-batch-objects.ts'
import { s3Objects } from '../../../functions/pipeline/core/adapters/s3-objects.ts'
import { s3RemoveAll } from '../../../functions/pipeline/core/adapters/s3-remove-all.ts'
import { s3FileStore } from '../../../functions/service/core/adapters/s3/s3-file-store.ts'
import { clientFor, openS3 } from '../../local/s3/open-s3.ts'
import { sampled } from '../../setup/sampled.ts'
import { CARRIED_OUT_FIRST, FAULTS, injectFault } from './inject-fault.ts'

async function openBucket() {
  const { s3, client: real } = await openS3()
  await real.send(new CreateBucketCommand({ Bucket: 'bucket' }))
  await real.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'there', Body: 'héllo' }))
  return { client: clientFor(s3), real }
}

const headers = { contentType: 'text/plain' }
const there = { bucket: 'bucket', key: 'there' }
const made = { bucket: 'bucket', key: 'made' }

/** More than one part of a multipart upload. */
async function* long(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < 9; n += 1) yield Buffer.alloc(1_000_000, 'darkroom')
}

type Client = Awaited<ReturnType<typeof openBucket>>['client']

const OPERATIONS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['read an object', (client) => s3Objects(client).read(there, 9)],
  ['ask for its facts', (client) => s3Objects(client).head(there)],
  ['open it', async (client) => new Response((await s3Objects(client).open(there))?.body).text()],
  ['write an object', (client) => s3Objects(client).write(made, Buffer.from('a'), headers)],
  ['write a long one', (client) => s3Objects(client).write(made, long(), headers)],
  ['remove objects', (client) => s3RemoveAll(client)({ bucket: 'bucket', prefix: 'ma' })],
  ['read a list', (client) => s3BatchObjects(client).read(there)],
  ['write a list', (client) => s3BatchObjects(client).put(made, '{}\n')],
  ['read a file', (client) => s3FileStore(client, 'bucket').get('there', 9)],
  [
    'write a file',
    (client) => s3FileStore(client, 'bucket').put('made', Buffer.from('a'), headers),
  ],
  ['remove a file', (client) => s3FileStore(client, 'bucket').remove(['there'])],
]

describe.each(sampled(1, CARRIED_OUT_FIRST))('$name', (fault) => {
  test.for(OPERATIONS)('%s', async ([, act]) => {
    const { client, real } = await openBucket()
    const counting = injectFault(client, real)
    const undisturbed = await act(client)
    counting.restore()
    for (let at = 1; at <= counting.calls(); at += 1) {
      const injected = injectFault(client, real, { at, fault })
      await expect(act(client)).rejects.toBe(injected.error)
      injected.restore()
      expect(await act(real)).toEqual(undisturbed)
    }
  })
})

test('an upload that broke off leaves no object behind', async () => {
  const { client, real } = await openBucket()
  const [throttled] = FAULTS
  // The first call of a multipart upload creates it, the second sends a part.
  const injected = injectFault(client, real, { at: 2, ...(throttled && { fault: throttled }) })
  await expect(s3Objects(client).write(made, long(), headers)).rejects.toBe(injected.error)
  injected.restore()
  const asked = real.send(new HeadObjectCommand({ Bucket: 'bucket', Key: 'made' }))
  await expect(asked).rejects.toMatchObject({ name: 'NotFound' })
})

test('what is not there is told from what cannot be read', async () => {
  const { client, real } = await openBucket()
  const none = { bucket: 'bucket', key: 'none' }
  expect(await s3Objects(real).read(none, 9)).toBeUndefined()
  expect(await s3BatchObjects(real).head(none)).toBeUndefined()
  expect(await s3FileStore(real, 'bucket').get('none', 9)).toBe('absent')
  const [throttled] = FAULTS
  for (const read of [
    () => s3Objects(client).read(none, 9),
    () => s3BatchObjects(client).head(none),
    () => s3FileStore(client, 'bucket').get('none', 9),
  ]) {
    const injected = injectFault(client, real, { at: 1, ...(throttled && { fault: throttled }) })
    await expect(read()).rejects.toBe(injected.error)
    injected.restore()
  }
})
