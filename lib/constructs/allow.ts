import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import { acknowledge } from './acknowledge.ts'

/** Lets `fn` do `actions` on one resource, named in full. The library's own grants would add indexes and versions. */
export const allow = (fn: IFunction, actions: string[], resource: string): void => {
  fn.addToRolePolicy(new PolicyStatement({ actions, resources: [resource] }))
}

/** Lets `fn` do `actions` on the objects below `prefix` (`drop/`) and on no others of the bucket. */
export const allowObjects = (
  fn: IFunction,
  actions: string[],
  bucket: Bucket,
  prefix: string,
): void => {
  allow(fn, actions, bucket.arnForObjects(`${prefix}*`))
  const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket)
  acknowledge(
    fn.role ?? fn,
    `IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
    `The function works on objects whose keys are made at run time; the prefix ${prefix} is all it reaches.`,
  )
}

/**
 * Lets `fn` see which objects there are below `prefix`. Without it S3 answers 403 for an object that is not there, and
 * a missing one could not be told from a forbidden one.
 */
export const allowToMiss = (fn: IFunction, bucket: Bucket, prefix: string): void => {
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
    }),
  )
}
