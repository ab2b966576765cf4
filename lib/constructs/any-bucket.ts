import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'

/** A bucket, made here or there before: what rights and variables need of it. */
export type AnyBucket = Pick<IBucket, 'bucketName' | 'bucketArn' | 'arnForObjects'> & {
  readonly encryptionKey?: IKey | undefined
  /** Where it lies, as far as that is known. */
  readonly env?: IBucket['env']
}
