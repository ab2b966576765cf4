import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { IConstruct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { AnyBucket } from './any-bucket.ts'
import type { AnySecret } from './any-secret.ts'
import { flattenReference } from './flatten-reference.ts'

/** Lets `fn` do `actions` on one resource, named in full. The library's own grants would add indexes and versions. */
export function grantActions(fn: IFunction, actions: string[], resource: string): void {
  fn.addToRolePolicy(new PolicyStatement({ actions, resources: [resource] }))
}

/** The objects below `prefix` as a policy names them, and what cdk-nag finds there, as it writes it. */
export function objectsUnderPrefix(
  scope: IConstruct,
  bucket: AnyBucket,
  prefix: string,
): { resource: string; finding: string } {
  const resource = bucket.arnForObjects(`${prefix}*`)
  return { resource, finding: wildcardFinding(scope, resource) }
}

/** What cdk-nag finds in a policy's resource with a wildcard, as it writes it. */
export function wildcardFinding(scope: IConstruct, resource: string): string {
  return `IAM5[Resource::${flattenReference(Stack.of(scope).resolve(resource))}]`
}

/** Lets `fn` do `actions` on the objects below `prefix` (`drop/`) and on no others of the bucket. */
export function grantObjects(
  fn: IFunction,
  actions: string[],
  bucket: AnyBucket,
  prefix: string,
): void {
  const { resource, finding } = objectsUnderPrefix(fn, bucket, prefix)
  grantActions(fn, actions, resource)
  // S3 reads the parts of an upload to put them together.
  const reads = actions.includes('s3:GetObject') || actions.includes('s3:AbortMultipartUpload')
  if (reads) bucket.encryptionKey?.grant(fn, 'kms:Decrypt')
  // All that S3 asks for of a writer; the library's own grant would have stars in it.
  if (actions.includes('s3:PutObject')) bucket.encryptionKey?.grant(fn, 'kms:GenerateDataKey')
  acknowledge(
    fn.role ?? fn,
    finding,
    `The function works on objects whose keys are made at run time; the prefix ${prefix} is all it reaches.`,
  )
}

/**
 * Lets `fn` see which objects there are below `prefix`. Without it S3 answers 403 for an object that is not there, and
 * a missing one could not be told from a forbidden one (API Reference, GetObject). AWS puts the key that is asked for
 * into `s3:prefix` there, so that a bounded right is enough (as ceph/ceph pull request 68577 found).
 */
export function grantListPrefix(fn: IFunction, bucket: AnyBucket, prefix: string): void {
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
    }),
  )
}

/** Lets `fn` read a secret's value, and decrypt it where the secret has a key of its own. */
export function grantSecretRead(fn: IFunction, secret: AnySecret): void {
  const { secretFullArn, secretArn, encryptionKey } = secret
  // AWS puts six characters behind the name of a secret; a policy must spare them where the name is all that is known.
  const resource = secretFullArn ?? `${secretArn}-??????`
  grantActions(fn, ['secretsmanager:GetSecretValue'], resource)
  encryptionKey?.grantDecrypt(fn)
}
