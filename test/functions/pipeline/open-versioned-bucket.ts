import { CreateBucketCommand, PutBucketVersioningCommand, type S3Client } from '@aws-sdk/client-s3'
import { openS3 } from '../../local/s3/open-s3.ts'

/** A client of a local S3 for the running test, with one versioned bucket. */
export async function openVersionedBucket(Bucket: string): Promise<S3Client> {
  const { client } = await openS3()
  await client.send(new CreateBucketCommand({ Bucket }))
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }))
  return client
}
