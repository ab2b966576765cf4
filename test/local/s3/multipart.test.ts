import { createHash } from 'node:crypto'
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { expect, test } from 'vitest'
import { openS3 } from './open-s3.ts'

const MIB = 1024 ** 2
const md5 = (data: Uint8Array) => createHash('md5').update(data).digest()

test('puts an object together from parts', async () => {
  const { s3, client } = await openS3()
  await s3.createBucket('drop')
  const data = Buffer.alloc(11 * MIB, 'abcdefg')
  const params = { Bucket: 'drop', Key: 'big', Body: data, ContentType: 'video/mp4' }
  const done = await new Upload({ client, params, partSize: 5 * MIB }).done()
  const parts = [
    data.subarray(0, 5 * MIB),
    data.subarray(5 * MIB, 10 * MIB),
    data.subarray(10 * MIB),
  ]
  expect(done.ETag).toBe(`"${md5(Buffer.concat(parts.map(md5))).toString('hex')}-3"`)
  const got = await client.send(
    new GetObjectCommand({
      Bucket: 'drop',
      Key: 'big',
      Range: `bytes=${5 * MIB - 3}-${5 * MIB + 3}`,
    }),
  )
  expect(got.$metadata.httpStatusCode).toBe(206)
  expect(Buffer.from(await got.Body!.transformToByteArray())).toEqual(
    data.subarray(5 * MIB - 3, 5 * MIB + 4),
  )
  const whole = await client.send(new GetObjectCommand({ Bucket: 'drop', Key: 'big' }))
  expect(md5(await whole.Body!.transformToByteArray())).toEqual(md5(data))
  const part = await client.send(
    new HeadObjectCommand({ Bucket: 'drop', Key: 'big', PartNumber: 3 }),
  )
  expect(part).toMatchObject({ ContentLength: MIB, PartsCount: 3 })
})
