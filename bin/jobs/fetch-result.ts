import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { pathBelow } from '../../functions/operate/results/path-below.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { hashFile } from '../drop/hash-file.ts'
import { makeFile } from './make-file.ts'

/** The bytes of a job's first result, as they come. */
export async function openResult({ s3 }: OpenedPipeline, job: Job): Promise<Readable> {
  const [result] = job.results ?? []
  if (!result) throw new Error(`${job.id} has no result.`)
  return openObject(s3, result.bucket, result.key)
}

/** The bytes of one object, as they come. */
export async function openObject(
  s3: OpenedPipeline['s3'],
  bucket: string,
  key: string,
): Promise<Readable> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  if (!Body) throw new Error(`s3://${bucket}/${key} has no bytes.`)
  return Body as Readable
}

/**
 * Writes one object below a folder, under `name`, or with ` (2)` and so on where there is such a file. Gives the path.
 * A file is never overwritten; one that has the SHA-256 given is the result already.
 */
export async function fetchInto(
  { s3 }: Pick<OpenedPipeline, 's3'>,
  {
    bucket,
    key,
    folder,
    name,
    sha256,
  }: { bucket: string; key: string; folder: string; name: string; sha256?: string | undefined },
): Promise<string> {
  const wanted = pathBelow(folder, name)
  if (sha256 !== undefined && (await hashFile(wanted).catch(() => undefined)) === sha256) {
    return wanted
  }
  await mkdir(dirname(wanted), { recursive: true })
  const bytes = await openObject(s3, bucket, key)
  const { file, path } = await makeFile(wanted)
  await pipeline(bytes, file.createWriteStream())
  return path
}
