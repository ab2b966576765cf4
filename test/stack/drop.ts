import { PutObjectCommand } from '@aws-sdk/client-s3'
import { writtenVersion } from '../../functions/operate/drops/written-version.ts'
import { executionName } from '../../functions/pipeline/core/begin/execution-name.ts'
import type { Connection } from './connect.ts'

/** A dropped object and its job. */
export type Dropped = { bucket: string; key: string; version: string; job: string }

/** Puts bytes under a key of the drop bucket. The recipe is the second part of the key. */
export async function drop(
  { s3, at }: Connection,
  bytes: Uint8Array | string,
  key: string,
  { contentType }: { contentType?: string } = {},
): Promise<Dropped> {
  const bucket = at.dropBucket
  const written = await s3.send(
    new PutObjectCommand({
      Bucket: bucket,
      Key: key,
      Body: Buffer.from(bytes),
      ...(contentType && { ContentType: contentType }),
    }),
  )
  const version = await writtenVersion(s3, { bucket, key }, written)
  const [, recipe = '', ...rest] = key.split('/')
  const job = executionName({ bucket, key, version }, rest.length > 0 ? recipe : '')
  return { bucket, key, version, job }
}
