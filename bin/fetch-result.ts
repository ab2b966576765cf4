import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Job } from '../functions/pipeline/jobs/job.ts'
import type { LocalClients } from './clients.ts'

/** The bytes of a job's first result. */
export const fetchResult = async ({ s3 }: LocalClients, job: Job): Promise<Uint8Array> => {
  const [result] = job.results ?? []
  if (!result) throw new Error(`${job.id} has no result.`)
  return fetchObject(s3, result.bucket, result.key)
}

/** The bytes of one object. */
export const fetchObject = async (
  s3: LocalClients['s3'],
  bucket: string,
  key: string,
): Promise<Uint8Array> => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
  if (!Body) throw new Error(`s3://${bucket}/${key} has no bytes.`)
  return Body.transformToByteArray()
}
