import {
  DeleteObjectCommand,
  ListObjectsCommand,
  type ListObjectsCommandOutput,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { fc } from '../../setup/random.ts'
import { openS3, refusal } from './open-s3.ts'

const Bucket = 'drop'

async function withKeys(keys: string[]) {
  const { s3, client } = await openS3()
  await s3.createBucket(Bucket, { versioned: true })
  await Promise.all(
    keys.map((Key) => client.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }))),
  )
  return client
}

type Entries = { keys: string[]; prefixes: string[] }

async function allPages(client: S3Client, input: Omit<ListObjectsV2CommandInput, 'Bucket'>) {
  const found: Entries = { keys: [], prefixes: [] }
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, ...input, ContinuationToken }),
    )
    found.keys.push(...(page.Contents ?? []).map((entry) => entry.Key!))
    found.prefixes.push(...(page.CommonPrefixes ?? []).map((entry) => entry.Prefix!))
    expect(page.KeyCount).toBe((page.Contents?.length ?? 0) + (page.CommonPrefixes?.length ?? 0))
    expect(page.IsTruncated).toBe(page.NextContinuationToken !== undefined)
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
  return found
}

/** The expected listing, computed from all keys at once. */
function expected(keys: string[], prefix: string, delimiter: string): Entries {
  const inside = keys.filter((key) => key.startsWith(prefix))
  const cut = (key: string) => (delimiter ? key.indexOf(delimiter, prefix.length) : -1)
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const groups = inside
    .filter((key) => cut(key) >= 0)
    .map((key) => key.slice(0, cut(key) + delimiter.length))
  return {
    keys: inside.filter((key) => cut(key) < 0).sort(byBytes),
    prefixes: [...new Set(groups)].sort(byBytes),
  }
}

const KEYS = ['a', 'a/', 'a/1', 'a/2', 'a/b/3', 'a0', 'b', 'b/1', 'é/1', '📷', '\uffff', 'z//y']

test('lists by prefix and delimiter in pages of any size', async () => {
  const client = await withKeys(KEYS)
  const ask = fc.record({
    Prefix: fc.constantFrom('', 'a', 'a/', 'a/b', 'b', 'z/', 'q', '📷'),
    Delimiter: fc.constantFrom('', '/', '//', 'a', '/b/'),
    MaxKeys: fc.integer({ min: 1, max: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(ask, async (input) => {
      expect(await allPages(client, input)).toEqual(expected(KEYS, input.Prefix, input.Delimiter))
    }),
    { numRuns: 40 },
  )
})

test('starts after a key that does not have to exist', async () => {
  const client = await withKeys(['a', 'b', 'c'])
  const after = async (StartAfter: string) => (await allPages(client, { StartAfter })).keys
  expect(await after('a')).toEqual(['b', 'c'])
  expect(await after('aa')).toEqual(['b', 'c'])
  expect(await after('c')).toEqual([])
})

test('bounds a page, and refuses an invalid size or token', async () => {
  const client = await withKeys(['a'])
  const list = (input: object) => client.send(new ListObjectsV2Command({ Bucket, ...input }))
  expect(await list({ MaxKeys: 5000 })).toMatchObject({ MaxKeys: 1000, KeyCount: 1 })
  expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false })
  const bad = { name: 'InvalidArgument', status: 400 }
  expect(await refusal(list({ MaxKeys: -1 }))).toEqual(bad)
  for (const ContinuationToken of ['!', '2YQA', `1${'A'.repeat(1501)}`, '1A!', 'x1A'])
    expect(await refusal(list({ ContinuationToken }))).toEqual(bad)
  const last = { ContinuationToken: `1${Buffer.alloc(1125, 0xfe).toString('base64url')}` }
  expect(last.ContinuationToken).toHaveLength(1501)
  expect(await list(last)).toMatchObject({ ...last, KeyCount: 0 })
  expect(await refusal(list({ EncodingType: 'rot13' as 'url' }))).toEqual(bad)
})

test('repeats what was asked, and tells owners to whoever asks for them', async () => {
  const client = await withKeys(['a', 'b é'])
  const list = (input: object) => client.send(new ListObjectsV2Command({ Bucket, ...input }))
  const plain = await list({ MaxKeys: 1 })
  expect(plain).toMatchObject({ Name: Bucket, MaxKeys: 1, IsTruncated: true, Prefix: '' })
  expect([
    plain.Delimiter,
    plain.StartAfter,
    plain.EncodingType,
    plain.Contents?.[0]?.Owner,
  ]).toEqual([undefined, undefined, undefined, undefined])
  const whole = await list({
    FetchOwner: true,
    Delimiter: '/',
    StartAfter: 'a',
    EncodingType: 'url',
  })
  expect(whole).toMatchObject({ Delimiter: '/', StartAfter: 'a', EncodingType: 'url' })
  expect(whole.Contents).toMatchObject([{ Key: 'b%20%C3%A9', Owner: { DisplayName: 'local' } }])
  const first = await client.send(new ListObjectsCommand({ Bucket, MaxKeys: 1 }))
  expect([first.IsTruncated, first.NextMarker, first.Marker]).toEqual([true, undefined, ''])
  expect(first.Contents?.[0]?.Owner?.DisplayName).toBe('local')
})

test('lists by marker, as in the first version of the operation', async () => {
  const client = await withKeys(KEYS)
  const pages = async (Prefix: string, Marker: string | undefined) => {
    const found: Entries = { keys: [], prefixes: [] }
    do {
      const page: ListObjectsCommandOutput = await client.send(
        new ListObjectsCommand({ Bucket, Prefix, Delimiter: '/', MaxKeys: 1, Marker }),
      )
      found.keys.push(...(page.Contents ?? []).map((entry) => entry.Key!))
      found.prefixes.push(...(page.CommonPrefixes ?? []).map((entry) => entry.Prefix!))
      Marker = page.NextMarker
    } while (Marker !== undefined)
    return found
  }
  for (const prefix of ['', 'a', 'a/', 'z/']) {
    expect(await pages(prefix, undefined)).toEqual(expected(KEYS, prefix, '/'))
  }
  // A marker outside the prefix stands before or after all of it.
  expect(await pages('b', 'a/')).toEqual(expected(KEYS, 'b', '/'))
  expect(await pages('a/', 'b/')).toEqual({ keys: [], prefixes: [] })
  expect(await pages('a/b/', 'a/')).toEqual(expected(KEYS, 'a/b/', '/'))
})

test('lists every version, newest of each key first, in pages of any size', async () => {
  const client = await withKeys(['a', 'b/1'])
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'second' }))
  await client.send(new PutObjectCommand({ Bucket, Key: 'c', Body: '1' }))
  const whole = await client.send(new ListObjectVersionsCommand({ Bucket }))
  expect(whole.Versions?.map(({ Key, Size, IsLatest }) => [Key, Size, IsLatest])).toEqual([
    ['a', 6, true],
    ['a', 1, false],
    ['b/1', 1, true],
    ['c', 1, true],
  ])
  const ids: (string | undefined)[] = []
  let next: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}
  while (next) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, MaxKeys: 1, Delimiter: '/', ...next }),
    )
    ids.push(...(page.Versions ?? []).map((version) => version.VersionId))
    ids.push(...(page.CommonPrefixes ?? []).map((group) => group.Prefix))
    next = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker!, VersionIdMarker: page.NextVersionIdMarker! }
      : undefined
  }
  const [first, second, , last] = whole.Versions!.map((version) => version.VersionId)
  expect(ids).toEqual([first, second, 'b/', last])
})

test('goes on behind a version that was deleted since, as who empties a bucket needs it', async () => {
  const client = await withKeys(['a', 'b'])
  for (const Body of ['2', '3', '4', '5']) {
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body }))
  }
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'a' }))
  const whole = await client.send(new ListObjectVersionsCommand({ Bucket }))
  const ids = [...(whole.DeleteMarkers ?? []), ...(whole.Versions ?? [])].map(
    ({ VersionId }) => VersionId,
  )
  expect(ids).toHaveLength(7)

  const deleted: (string | undefined)[] = []
  let next: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {}
  while (next) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, MaxKeys: 2, ...next }),
    )
    for (const { Key, VersionId } of [...(page.DeleteMarkers ?? []), ...(page.Versions ?? [])]) {
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
      deleted.push(VersionId)
    }
    next = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker!, VersionIdMarker: page.NextVersionIdMarker! }
      : undefined
  }
  expect(deleted.sort()).toEqual(ids.sort())
  const left = await client.send(new ListObjectVersionsCommand({ Bucket }))
  expect([left.Versions, left.DeleteMarkers]).toEqual([undefined, undefined])
})

test('repeats nothing behind a deleted marker, and lists a key anew where its id tells no place', async () => {
  const client = await withKeys(['a'])
  for (const Body of ['2', '3', '4']) {
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body }))
  }
  const whole = await client.send(new ListObjectVersionsCommand({ Bucket }))
  const ids = (whole.Versions ?? []).map(({ VersionId }) => VersionId)
  await client.send(new DeleteObjectCommand({ Bucket, Key: 'a', VersionId: ids[1] }))
  const after = async (VersionIdMarker: string | undefined) => {
    const page = await client.send(
      new ListObjectVersionsCommand({ Bucket, KeyMarker: 'a', VersionIdMarker }),
    )
    return (page.Versions ?? []).map(({ VersionId }) => VersionId)
  }
  expect(await after(ids[1])).toEqual([ids[2], ids[3]])
  // An id as older data folders hold them.
  expect(await after('Zm9yIGFuIG9sZGVyIGRhdGEgZm9sZGVy')).toEqual([ids[0], ids[2], ids[3]])
  expect(await refusal(after('no version/id'))).toEqual({
    status: 400,
    name: 'InvalidArgument',
  })
})
