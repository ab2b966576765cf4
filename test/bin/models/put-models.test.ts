import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { parseModelPlace, putModels } from '../../../bin/models/put-models.ts'
import { requireModels } from '../../../engine/models/read-models.ts'
import { buildModel, manifestOf } from '../../engine/models/build-model.ts'
import { openS3 } from '../../local/s3/open-s3.ts'

const PLACE = parseModelPlace('s3://studio-files/models/')

function folderWithModel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'put-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const planes = ['background', 'hair'].map(() => ({ weights: [0, 0, 0], bias: 0 }))
  const bytes = buildModel({ side: 32, channels: 3, planes })
  const manifest = manifestOf(bytes, { side: 32, channels: 3 }, { classes: ['background', 'hair'] })
  writeFileSync(join(folder, 'drawn.tflite'), bytes)
  writeFileSync(join(folder, 'drawn.json'), JSON.stringify(manifest))
  return folder
}

test('a folder’s models are read from the bucket as they were from the folder', async () => {
  const { client } = await openS3()
  await client.send(new CreateBucketCommand({ Bucket: PLACE.bucket }))
  const older = { Bucket: PLACE.bucket, Key: 'models/older.json', Body: '{}' }
  await client.send(new PutObjectCommand(older))
  const folder = folderWithModel()
  const { written, others } = await putModels(folder, PLACE, client)
  // A worker that starts in between finds no manifest without its file.
  expect(written).toEqual(['drawn.tflite', 'drawn.json'])
  expect(others).toEqual(['older.json'])
  const models = await requireModels({
    name: 'the bucket',
    list: async () => written,
    read: async (name) => {
      const Key = `${PLACE.prefix}${name}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket: PLACE.bucket, Key }))
      return await Body!.transformToByteArray()
    },
  })
  expect(models[0]?.manifest).toMatchObject({ file: 'drawn.tflite', task: 'parse' })
})

test('nothing is copied from a folder in which something is not fit to run', async () => {
  const { client } = await openS3()
  await client.send(new CreateBucketCommand({ Bucket: PLACE.bucket }))
  const folder = folderWithModel()
  writeFileSync(join(folder, 'broken.json'), '{')
  await expect(putModels(folder, PLACE, client)).rejects.toThrow('broken.json')
  rmSync(join(folder, 'broken.json'))
  rmSync(join(folder, 'drawn.json'))
  await expect(putModels(folder, PLACE, client)).rejects.toThrow('holds no model with a manifest')
})

test('a stack whose models are nowhere is told of', () => {
  expect(() => parseModelPlace('models/')).toThrow('which is no prefix of a bucket')
})
