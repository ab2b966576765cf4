import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import pMap from 'p-map'
import type { AskedFile, UploadAnswer } from '../../../catalog/console/drops.ts'
import { PART_BYTES, partBytes, partCount } from '../../../catalog/console/upload-limits.ts'
import { MODIFIED_METADATA } from '../drops/plan-files.ts'
import type { PipelineClients } from '../pipeline-clients.ts'
import { dropKey, uploadIdOf } from './upload-id.ts'

/** Presigns a command; the headers named are part of the signature, and are sent with it. */
export type Presign = (command: PutObjectCommand, signed: readonly string[]) => Promise<string>

export type UploadDeps = {
  s3: PipelineClients['s3']
  bucket: string
  presign: Presign
}

/** What a browser says that a file is, of which nothing is believed. */
const TYPE = 'application/octet-stream'

const AT_ONCE = 16

/** Begins the upload of files: small ones have an address at once, large ones an upload in parts. */
export async function beginUploads(
  { recipe, files }: { recipe: string; files: readonly AskedFile[] },
  deps: UploadDeps,
): Promise<UploadAnswer[]> {
  return await pMap(files, (file) => beginOne(recipe, file, deps), { concurrency: AT_ONCE })
}

async function beginOne(
  recipe: string,
  { name, size, modified }: AskedFile,
  { s3, bucket, presign }: UploadDeps,
): Promise<UploadAnswer> {
  const metadata = { [MODIFIED_METADATA]: String(modified) }
  const object = { Bucket: bucket, Key: dropKey({ recipe, name }), ContentType: TYPE }
  if (size < PART_BYTES) {
    const header = `x-amz-meta-${MODIFIED_METADATA}`
    const url = await presign(new PutObjectCommand({ ...object, Metadata: metadata }), [header])
    const headers = { 'content-type': TYPE, [header]: String(modified) }
    return { name, id: '', url, headers }
  }
  const { UploadId: uploadId = '' } = await s3.send(
    new CreateMultipartUploadCommand({ ...object, Metadata: metadata }),
  )
  const parts = { count: partCount(size), bytes: partBytes(size) }
  return { name, id: uploadIdOf({ recipe, name, size, modified, uploadId }), parts }
}
