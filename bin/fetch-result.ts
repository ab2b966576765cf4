import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Job } from '../functions/pipeline/jobs/job.ts'
import type { Workbench } from './workbench.ts'

/** The bytes of a job's first result, as they come. */
export const openResult = async ({ s3 }: Workbench, job: Job): Promise<Readable> => {
  const [result] = job.results ?? []
  if (!result) throw new Error(`${job.id} has no result.`)
  return openObject(s3, result.bucket, result.key)
}

/** The bytes of one object, as they come. */
export const openObject = async (
  s3: Workbench['s3'],
  bucket: string,
  key: string,
): Promise<Readable> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  if (!Body) throw new Error(`s3://${bucket}/${key} has no bytes.`)
  return Body as Readable
}
