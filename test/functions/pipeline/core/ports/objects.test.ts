import { describe, expect, test } from 'vitest'
import { s3Objects } from '../../../../../functions/pipeline/core/adapters/s3-objects.ts'
import { s3RemoveAll } from '../../../../../functions/pipeline/core/adapters/s3-remove-all.ts'
import type { Objects, RemoveAll } from '../../../../../functions/pipeline/core/ports/objects.ts'
import { memoryObjects } from '../../../../faults/ports/memory-objects.ts'
import { openVersionedBucket } from '../../open-versioned-bucket.ts'

async function onS3(): Promise<Objects & { removeAll: RemoveAll }> {
  const s3 = await openVersionedBucket('bucket')
  return { ...s3Objects(s3), removeAll: s3RemoveAll(s3) }
}

const place = { bucket: 'bucket', key: 'drop/slim/a b+%25&"📷.txt' }

describe.each([
  ['in memory', async () => memoryObjects(Date.now) as Objects & { removeAll: RemoveAll }],
  ['in S3', onS3],
])('objects %s', (_, open) => {
  test('are read back with their metadata', async () => {
    const objects = await open()
    await objects.write(place, Buffer.from('héllo'), {
      contentType: 'text/plain',
      metadata: { 'darkroom-job': 'job-1' },
      tags: { 'keep-days': '7' },
    })
    const facts = { size: 6, contentType: 'text/plain', metadata: { 'darkroom-job': 'job-1' } }
    expect(await objects.head(place)).toMatchObject(facts)
    expect(await objects.read(place, 6)).toBe('héllo')
    const opened = await objects.open(place)
    expect(opened).toMatchObject(facts)
    expect(await new Response(opened?.body).text()).toBe('héllo')
  })

  test('are written from a stream, whole or not at all', async () => {
    const objects = await open()
    const chunk = Buffer.alloc(1_000_000, 'darkroom')
    const coming = async function* (last: () => void) {
      for (let n = 0; n < 20; n++) yield chunk
      last()
    }
    const options = { contentType: 'video/mp4' }
    await objects.write(
      place,
      coming(() => undefined),
      options,
    )
    expect(await objects.head(place)).toMatchObject({ size: 20_000_000, contentType: 'video/mp4' })
    const broken = coming(() => {
      throw new Error('It broke off.')
    })
    const other = { ...place, key: 'drop/broken' }
    await expect(objects.write(other, broken, options)).rejects.toThrow('It broke off.')
    expect(await objects.head(other)).toBeUndefined()
  })

  test('are deleted by the beginning of their keys', async () => {
    const objects = await open()
    const named = (key: string) => ({ bucket: 'bucket', key })
    for (const key of ['prepared/a/0.jpg', 'prepared/a/0.restored.0.jpg', 'prepared/ab/0.jpg']) {
      await objects.write(named(key), Buffer.from('a'), { contentType: 'image/jpeg' })
    }
    await objects.removeAll({ bucket: 'bucket', prefix: 'prepared/a/' })
    await objects.removeAll({ bucket: 'bucket', prefix: 'prepared/none/' })
    expect(await objects.head(named('prepared/a/0.jpg'))).toBeUndefined()
    expect(await objects.head(named('prepared/a/0.restored.0.jpg'))).toBeUndefined()
    expect(await objects.head(named('prepared/ab/0.jpg'))).toBeDefined()
  })

  test('that do not exist are undefined', async () => {
    const objects = await open()
    const nowhere = { ...place, key: 'drop/nowhere' }
    expect(await objects.head(nowhere)).toBeUndefined()
    expect(await objects.open(nowhere)).toBeUndefined()
    expect(await objects.read(nowhere, 10)).toBeUndefined()
  })

  test('that are too large throw', async () => {
    const objects = await open()
    await objects.write(place, Buffer.alloc(11), { contentType: 'text/plain' })
    await expect(objects.read(place, 10)).rejects.toThrow(RangeError)
  })
})

test('an object with another ETag than the event’s does not exist', async () => {
  const objects = await onS3()
  await objects.write(place, Buffer.from('one'), { contentType: 'text/plain' })
  expect(
    await objects.head({ ...place, version: 'etag:0123456789abcdef0123456789abcdef' }),
  ).toBeUndefined()
  expect(
    await objects.head({ ...place, version: 'etag:f97c5d29941bfb1b2fdab0874906ab82' }),
  ).toMatchObject({ size: 3 })
})
