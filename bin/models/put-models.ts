import type { S3Client } from '@aws-sdk/client-s3'
import { folderSource } from '../../engine/models/folder-source.ts'
import { boundsFrom } from '../../engine/models/model-bounds.ts'
import { requireModels } from '../../engine/models/read-models.ts'

/** Where a deployed worker reads model files. */
export type ModelPlace = { bucket: string; prefix: string }

/** What was copied, and what lies in the bucket beside it. */
export type PutModels = { written: string[]; others: string[] }

/**
 * Copies the model files of a folder with their manifests to where a deployed worker reads them. Each file goes before
 * its manifest, so that no manifest is there without its file.
 * @throws Error where one of them is not fit to run: a worker would refuse all of them
 */
export async function putModels(
  folder: string,
  { bucket, prefix }: ModelPlace,
  s3: S3Client,
): Promise<PutModels> {
  const source = folderSource(folder)
  const models = await requireModels(source, boundsFrom(process.env))
  if (models.length === 0) throw new Error(`${folder} holds no model with a manifest.`)
  // The clients load slowly, and most commands do without them.
  const [{ ListObjectsV2Command }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ])
  const written: string[] = []
  const put = async (name: string, Body: Uint8Array, ContentType: string): Promise<void> => {
    const params = { Bucket: bucket, Key: `${prefix}${name}`, Body, ContentType }
    await new Upload({ client: s3, params }).done()
    written.push(name)
  }
  for (const { manifest, bytes } of models) {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await put(manifest.file, bytes, 'application/octet-stream')
    await put(manifest.file.replace(/\.(tflite|onnx)$/, '.json'), text, 'application/json')
  }
  const { Contents = [] } = await s3.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/' }),
  )
  const others = Contents.flatMap(({ Key = '' }) => Key.slice(prefix.length) || []).filter(
    (name) => !written.includes(name),
  )
  return { written, others }
}

/** The place that a stack's output names. @throws Error where it is none */
export function parseModelPlace(text: string): ModelPlace {
  const [, bucket, prefix] = /^s3:\/\/([^/]+)\/(.+\/)$/.exec(text) ?? []
  if (bucket && prefix) return { bucket, prefix }
  throw new Error(`The stack says that its models are at ${text}, which is no prefix of a bucket.`)
}
