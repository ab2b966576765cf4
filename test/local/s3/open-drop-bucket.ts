import { GetObjectCommand } from '@aws-sdk/client-s3'
import { type OpenS3, openS3 } from './open-s3.ts'

/** A store with the bucket `drop`, whose objects are told to the pipeline. */
export async function openDropBucket(options?: Parameters<typeof openS3>[0]): Promise<OpenS3> {
  const rig = await openS3(options)
  await rig.s3.createBucket('drop', { notify: true })
  return rig
}

/** The text of an object in `drop`; undefined where there is none. */
export async function textOf({ client }: OpenS3, Key: string): Promise<string | undefined> {
  const got = await client
    .send(new GetObjectCommand({ Bucket: 'drop', Key }))
    .catch(() => undefined)
  return got?.Body?.transformToString()
}
