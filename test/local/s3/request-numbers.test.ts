import { createHash } from 'node:crypto'
import {
  CreateMultipartUploadCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { pageSize } from '../../../local/s3/actions/listing.ts'
import { readPartNumber } from '../../../local/s3/actions/part-number.ts'
import { codeOf } from './call-of.ts'
import { openS3, refusal } from './open-s3.ts'
import { errorCode, sendRaw, signed } from './send-raw.ts'

/** API Reference, UploadPart. */
test.each([
  ['1', 1],
  ['10000', 10_000],
  ['0', undefined],
  ['10001', undefined],
  ['x1', undefined],
  ['1x', undefined],
  ['', undefined],
])('the part number %s', (text, number) => {
  const read = () => readPartNumber([['partNumber', text]])
  if (number === undefined) expect(codeOf(read)).toBe('InvalidArgument')
  else expect(read()).toBe(number)
})

/** API Reference, ListObjectsV2. */
test.each([
  ['0', 0],
  ['999', 999],
  ['1001', 1_000],
  ['2147483647', 1_000],
  ['2147483648', undefined],
  ['x1', undefined],
  ['1x', undefined],
  ['', undefined],
])('a page of %s', (text, size) => {
  const read = () => pageSize([['max-keys', text]], 'max-keys')
  if (size === undefined) expect(codeOf(read)).toBe('InvalidArgument')
  else expect(read()).toBe(size)
})

test('a page has 1,000 entries where nothing is said', () => {
  expect(pageSize([], 'max-keys')).toBe(1_000)
})

test('a range of a copied part has both ends, within the object', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const where = { Bucket: 'drop', Key: 'x' }
  await client.send(new PutObjectCommand({ ...where, Body: '01234' }))
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(where))
  const copy = (CopySourceRange: string) => {
    const part = { ...where, UploadId, PartNumber: 1, CopySource: 'drop/x', CopySourceRange }
    return client.send(new UploadPartCopyCommand(part))
  }
  for (const range of ['bytes=0-4', 'bytes=4-4']) {
    expect((await copy(range)).CopyPartResult?.ETag).toBeDefined()
  }
  for (const range of ['bytes=0-5', 'bytes=3-2', 'xbytes=0-4', 'bytes=0-4x', 'bytes=1-']) {
    expect(await refusal(copy(range))).toEqual({ name: 'InvalidArgument', status: 400 })
  }
  for (const ContinuationToken of ['0', 'x1a', '1a!', '2a']) {
    const list = new ListObjectsV2Command({ Bucket: 'drop', ContinuationToken })
    expect(await refusal(client.send(list))).toEqual({ name: 'InvalidArgument', status: 400 })
  }
})

/** API Reference, RestoreObject. */
test('an object is restored for whole days', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const object = { Bucket: 'drop', Key: 'x', Body: 'photo', StorageClass: 'GLACIER' } as const
  await client.send(new PutObjectCommand(object))
  const restore = async (days: string) => {
    const body = `<RestoreRequest>${days}</RestoreRequest>`
    const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
    const answer = await sendRaw(
      s3,
      signed(s3, { method: 'POST', path: '/drop/x?restore', body, headers }),
    )
    return [answer.status, errorCode(answer)]
  }
  for (const days of ['0', '-1', '1.5', '3x', 'x3', '100000', '']) {
    expect([days, ...(await restore(`<Days>${days}</Days>`))]).toEqual([days, 400, 'MalformedXML'])
  }
  expect((await restore(''))[1]).toBe('MalformedXML')
  expect((await restore('<Days> 99999 </Days>'))[0]).toBe(202)
})
