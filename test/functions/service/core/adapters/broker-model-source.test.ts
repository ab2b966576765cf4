import { CreateBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, onTestFinished, test } from 'vitest'
import { secondForm } from '../../../../../engine/models/model-manifest.ts'
import { readModels } from '../../../../../engine/models/read-models.ts'
import { brokerModelSource } from '../../../../../functions/service/core/adapters/broker-model-source.ts'
import { s3ModelFiles } from '../../../../../functions/service/core/adapters/s3/s3-model-files.ts'
import { signedFiles } from '../../../../../functions/service/core/adapters/s3/signed-files.ts'
import { buildModel, manifestOf } from '../../../../engine/models/build-model.ts'
import { CREDENTIALS, REGION } from '../../../../local/s3/credentials.ts'
import { openS3 } from '../../../../local/s3/open-s3.ts'
import { keepEnvironment } from '../../../../setup/keep-environment.ts'

test('model files are read from below a prefix, and from nowhere else', async () => {
  const { client: s3, s3: endpoint } = await openS3()
  onTestFinished(keepEnvironment())
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_S3: endpoint.url,
  })
  await s3.send(new CreateBucketCommand({ Bucket: 'model-files' }))
  const bytes = buildModel({ side: 32, channels: 3, planes: [{ weights: [0, 0, 0], bias: 1 }] })
  const manifest = manifestOf(bytes, { side: 32, channels: 3 }, { classes: ['hair'] })
  const files = {
    'models/drawn.json': JSON.stringify(manifest),
    'models/drawn.tflite': bytes,
    'models/gone.json': JSON.stringify({ ...manifest, file: 'gone.tflite' }),
    'models/deeper/other.tflite': bytes,
    'elsewhere.tflite': bytes,
  }
  for (const [Key, Body] of Object.entries(files)) {
    await s3.send(new PutObjectCommand({ Bucket: 'model-files', Key, Body }))
  }
  const { models, problems, unnamed } = await readModels(
    brokerModelSource('s3://model-files/models/', {
      broker: { listModels: s3ModelFiles('s3://model-files/models/') },
      files: signedFiles(),
    }),
  )
  expect(models).toEqual([{ manifest: secondForm(manifest), bytes }])
  expect(problems).toEqual([
    { manifest: 'gone.json', reason: 'drawn.tflite has the task parse already.' },
  ])
  expect(unnamed).toEqual([])
})

test('a model file that is missing or too large is told by its name', async () => {
  const asked: unknown[] = []
  const source = brokerModelSource('own', {
    broker: {
      listModels: async () => ['a', 'b', 'c'].map((name) => ({ name, url: `at ${name}` })),
    },
    files: {
      get: async (url, most) => {
        asked.push([url, most])
        return url === 'at a' ? Uint8Array.of(1) : url === 'at b' ? 'absent' : 'too large'
      },
    },
  })
  // Nothing was listed yet.
  await expect(source.read('a', 5)).rejects.toThrow('a is missing.')
  expect(await source.list()).toEqual(['a', 'b', 'c'])
  expect(await source.read('a', 5)).toEqual(Uint8Array.of(1))
  await expect(source.read('b', 5)).rejects.toThrow('b is missing.')
  await expect(source.read('c', 5)).rejects.toThrow('c has more than 5 bytes.')
  await expect(source.read('d', 5)).rejects.toThrow('d is missing.')
  expect(asked).toEqual(['at a', 'at b', 'at c'].map((url) => [url, 5]))
})
