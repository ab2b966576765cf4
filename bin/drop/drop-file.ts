import { createReadStream } from 'node:fs'
import { Upload } from '@aws-sdk/lib-storage'

import { writtenVersion } from '../../functions/operate/drops/written-version.ts'
import { executionName } from '../../functions/pipeline/start/execution-name.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'

/**
 * Uploads a file to a key of the drop bucket, streamed, and gives the job it becomes under the recipe. The job's name
 * depends only on the object's version and the recipe, so it is known before the event has arrived.
 */
export async function dropFile(
  { path, key }: { path: string; key: string },
  recipe: string,
  { s3, at }: OpenedPipeline,
): Promise<{ key: string; job: string }> {
  const bucket = at.dropBucket
  const written = await new Upload({
    client: s3,
    params: { Bucket: bucket, Key: key, Body: createReadStream(path) },
  }).done()
  const version = await writtenVersion(s3, { bucket, key }, written)
  return { key, job: executionName({ bucket, key, version }, recipe) }
}
