import { createReadStream } from 'node:fs'
import { Upload } from '@aws-sdk/lib-storage'
import { SHA256_METADATA } from '../../functions/operate/drops/find-earlier.ts'
import { writtenVersion } from '../../functions/operate/drops/written-version.ts'
import { executionName } from '../../functions/operate/pipeline-records.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { hashFile } from './hash-file.ts'

/**
 * Uploads a file to a key of the drop bucket, streamed, and gives the job it becomes under the recipe. The job's name
 * depends only on the object's version and the recipe, so it is known before the event has arrived. The file's SHA-256
 * is written beside it, by which a later drop knows it.
 */
export async function dropFile(
  { path, key, sha256 }: { path: string; key: string; sha256?: string | undefined },
  recipe: string,
  { s3, at }: OpenedPipeline,
): Promise<{ key: string; job: string; version: string }> {
  const bucket = at.dropBucket
  const written = await new Upload({
    client: s3,
    params: {
      Bucket: bucket,
      Key: key,
      Body: createReadStream(path),
      Metadata: { [SHA256_METADATA]: sha256 ?? (await hashFile(path)) },
    },
  }).done()
  const version = await writtenVersion(s3, { bucket, key }, written)
  return { key, job: executionName({ bucket, key, version }, recipe), version }
}
