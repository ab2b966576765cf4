import { Readable } from 'node:stream'
import { Upload } from '@aws-sdk/lib-storage'
import { executionName } from '../../functions/pipeline/core/begin/execution-name.ts'
import type { Connection } from './connect.ts'
import type { Dropped } from './drop.ts'
import { countingHash, longVideo } from './long-file.ts'

/** Drops a video of `bytes` bytes, generated while it is sent, and returns what was sent. */
export async function dropLong(
  { s3, at }: Connection,
  recipe: string,
  bytes: number,
): Promise<Dropped & { size: number; sha256: string }> {
  const bucket = at.dropBucket
  const key = `drop/${recipe}/long é+%25.mp4`
  const counted = countingHash()
  const Body = Readable.from(counted.pass(longVideo(bytes)), { objectMode: false })
  const params = { Bucket: bucket, Key: key, Body, ContentType: 'video/mp4' }
  const { VersionId: version = '' } = await new Upload({ client: s3, params, queueSize: 2 }).done()
  return {
    bucket,
    key,
    version,
    job: executionName({ bucket, key, version }, recipe),
    ...counted.read(),
  }
}
