import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Job } from '../functions/pipeline/ports/job.ts'
import type { PipelineClients } from './pipeline-clients.ts'

/** The bytes of a job's first result, as they come. */
export async function openResult({ s3 }: PipelineClients, job: Job): Promise<Readable> {
  const [result] = job.results ?? []
  if (!result) throw new Error(`${job.id} has no result.`)
  return openObject(s3, result.bucket, result.key)
}

/** The bytes of one object, as they come. */
export async function openObject(
  s3: PipelineClients['s3'],
  bucket: string,
  key: string,
): Promise<Readable> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  if (!Body) throw new Error(`s3://${bucket}/${key} has no bytes.`)
  return Body as Readable
}
