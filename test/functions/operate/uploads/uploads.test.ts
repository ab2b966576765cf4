import { setImmediate as nextTurn } from 'node:timers/promises'
import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { PART_BYTES } from '../../../../catalog/console/upload-limits.ts'
import { beginUploads } from '../../../../functions/operate/uploads/begin-uploads.ts'
import { type Upload, uploadIdOf } from '../../../../functions/operate/uploads/upload-id.ts'
import {
  abortUpload,
  completeUpload,
  uploadState,
} from '../../../../functions/operate/uploads/upload-parts.ts'
import { scripted } from '../scripted.ts'

/** Of three parts, the last of one byte. */
const UPLOAD: Upload = {
  recipe: 'slim',
  name: 'a.mp4',
  size: 2 * PART_BYTES + 1,
  modified: 7,
  uploadId: 'u',
}
const OBJECT = { Bucket: 'drop', Key: 'drop/slim/a.mp4', UploadId: 'u' }
const part = (PartNumber: number, Size = PART_BYTES) => ({
  PartNumber,
  Size,
  ETag: `e${PartNumber}`,
})
const WHOLE = [part(1), part(2), part(3, 1)]

function refusal(name: string, httpStatusCode: number) {
  return new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } })
}
function bucket(answers: Parameters<typeof scripted>[0]) {
  const { client, asked } = scripted(answers)
  const presignPart = async ({ input }: { input: { PartNumber?: number | undefined } }) =>
    `https://part/${input.PartNumber}`
  return { asked, deps: { s3: client, bucket: 'drop', presignPart } }
}
const listing = (...parts: object[]) => bucket({ ListParts: () => ({ Parts: parts }) })
const gone = { ListParts: () => Promise.reject(refusal('NoSuchUpload', 404)) }

test('a file below a part has one address, and a larger one an upload in parts', async () => {
  const { client, asked } = scripted({ CreateMultipartUpload: () => ({ UploadId: 'u' }) })
  const signed: unknown[] = []
  const presign = async ({ input }: { input: object }, headers: readonly string[]) => {
    signed.push(input, headers)
    return 'https://whole'
  }
  const files = [PART_BYTES - 1, PART_BYTES].map((size) => ({ name: 'a.mp4', size, modified: 7 }))
  const found = await beginUploads(
    { recipe: 'slim', files: files as never },
    { s3: client, bucket: 'drop', presign },
  )
  const type = 'application/octet-stream'
  const object = {
    Bucket: 'drop',
    Key: OBJECT.Key,
    ContentType: type,
    Metadata: { 'darkroom-modified': '7' },
  }
  expect(found).toEqual([
    {
      name: 'a.mp4',
      id: '',
      url: 'https://whole',
      headers: { 'content-type': type, 'x-amz-meta-darkroom-modified': '7' },
    },
    {
      name: 'a.mp4',
      id: uploadIdOf({ ...UPLOAD, size: PART_BYTES }),
      parts: { count: 1, bytes: PART_BYTES },
    },
  ])
  expect(signed).toEqual([object, ['x-amz-meta-darkroom-modified']])
  expect(asked).toEqual([['CreateMultipartUpload', object]])
})

test('parts that are there whole are told, and where the others go', async () => {
  const { deps, asked } = listing(part(1), part(2, PART_BYTES - 1), part(3, 1))
  expect(await uploadState(UPLOAD, 0, deps)).toEqual({
    there: [
      { number: 1, bytes: PART_BYTES },
      { number: 3, bytes: 1 },
    ],
    next: [{ number: 2, url: 'https://part/2' }],
  })
  expect(asked).toEqual([['ListParts', OBJECT]])
  expect((await uploadState(UPLOAD, 1, deps)).next.map(({ number }) => number)).toEqual([2])
  expect((await uploadState(UPLOAD, 2, deps)).next).toEqual([])
  expect((await uploadState(UPLOAD, 0, listing().deps)).next.map(({ number }) => number)).toEqual([
    1, 2, 3,
  ])
})

test('sixteen uploads begin at once', async () => {
  let [signing, most] = [0, 0]
  const presign = async () => {
    signing += 1
    most = Math.max(most, signing)
    await nextTurn()
    signing -= 1
    return 'https://whole'
  }
  const files = Array.from({ length: 40 }, (_, at) => ({ name: `${at}.jpg`, size: 1, modified: 7 }))
  const found = await beginUploads(
    { recipe: 'slim', files },
    { s3: scripted({}).client, bucket: 'drop', presign },
  )
  expect([found.length, most]).toEqual([40, 16])
})

test('forty addresses are told at once', async () => {
  const long = { ...UPLOAD, size: 42 * PART_BYTES }
  const { next } = await uploadState(long, 1, listing().deps)
  expect(next.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 2))
})

test('all pages of parts are read', async () => {
  const { deps, asked } = bucket({
    ListParts: ({ PartNumberMarker }: { PartNumberMarker?: string }) =>
      PartNumberMarker === undefined
        ? { Parts: [part(1)], IsTruncated: true, NextPartNumberMarker: '1' }
        : { Parts: [part(2), part(3, 1)], NextPartNumberMarker: '3' },
  })
  await completeUpload(UPLOAD, deps)
  expect(asked.map(([name]) => name)).toEqual(['ListParts', 'ListParts', 'CompleteMultipartUpload'])
  expect(asked[1]?.[1]).toEqual({ ...OBJECT, PartNumberMarker: '1' })
  const Parts = WHOLE.map(({ PartNumber, ETag }) => ({ PartNumber, ETag }))
  expect(asked[2]?.[1]).toEqual({ ...OBJECT, MultipartUpload: { Parts } })
})

test.each([
  ['two', [part(1)], 'Of 3 parts 2 are not there, the first one number 2.'],
  [
    'the last',
    [part(1), part(2), part(3, 2)],
    'Of 3 parts 1 are not there, the first one number 3.',
  ],
])('without %s parts an upload is not put together', async (_, parts, words) => {
  const { deps, asked } = listing(...parts)
  await expect(completeUpload(UPLOAD, deps)).rejects.toMatchObject({
    code: 'StateConflict',
    message: words,
  })
  expect(asked).toHaveLength(1)
})

const THERE = { ContentLength: UPLOAD.size, Metadata: { 'darkroom-modified': '7' } }

test.each([
  ['lies there', () => THERE, undefined],
  ['is of another size', () => ({ ...THERE, ContentLength: 1 }), 'Gone'],
  ['is of another time', () => ({ ...THERE, Metadata: { 'darkroom-modified': '8' } }), 'Gone'],
  ['lies nowhere', () => Promise.reject(refusal('NotFound', 404)), 'Gone'],
  ['may not be seen', () => Promise.reject(refusal('Forbidden', 403)), 'Forbidden'],
])('an upload that is not kept any more and whose file %s', async (_, HeadObject, code) => {
  const { deps } = bucket({ ...gone, HeadObject })
  const ended = await completeUpload(UPLOAD, deps).catch(({ code, name }) => code ?? name)
  expect(ended).toBe(code)
})

test('an upload that is not kept has no state, and another refusal is told as it is', async () => {
  await expect(uploadState(UPLOAD, 0, bucket(gone).deps)).rejects.toMatchObject({ code: 'Gone' })
  const away = { ListParts: () => Promise.reject(refusal('SlowDown', 503)) }
  await expect(uploadState(UPLOAD, 0, bucket(away).deps)).rejects.toThrow(
    expect.objectContaining({ name: 'SlowDown' }),
  )
  await expect(completeUpload(UPLOAD, bucket(away).deps)).rejects.toThrow(
    expect.objectContaining({ name: 'SlowDown' }),
  )
})

test('an upload is ended once, and what is not there is ended', async () => {
  const { deps, asked } = bucket({})
  await abortUpload(UPLOAD, deps)
  expect(asked).toEqual([['AbortMultipartUpload', OBJECT]])
  const refusing = (name: string) =>
    bucket({ AbortMultipartUpload: () => Promise.reject(refusal(name, 404)) }).deps
  await abortUpload(UPLOAD, refusing('NoSuchUpload'))
  await expect(abortUpload(UPLOAD, refusing('NoSuchBucket'))).rejects.toThrow(
    expect.objectContaining({ name: 'NoSuchBucket' }),
  )
})
