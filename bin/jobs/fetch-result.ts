import { createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Job } from '../../functions/pipeline/ports/job.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'

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
 * Writes one object into a folder below `folder`, under its own file name, or with ` (2)` and so on where there is such
 * a file. Gives the path. A file is never overwritten.
 */
export async function fetchInto(
  { s3 }: Pick<OpenedPipeline, 's3'>,
  { bucket, key, folder }: { bucket: string; key: string; folder: string },
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const bytes = await openObject(s3, bucket, key)
  const path = freePath(join(folder, basename(key)))
  await pipeline(bytes, createWriteStream(path, { flags: 'wx' }))
  return path
}

function freePath(path: string): string {
  const ending = extname(path)
  const stem = join(dirname(path), basename(path, ending))
  for (let which = 2, free = path; ; which += 1) {
    if (!existsSync(free)) return free
    free = `${stem} (${which})${ending}`
  }
}
