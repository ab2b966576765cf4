import { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import type { ModelFilesProps } from './task-service.ts'

/**
 * Where the operator's model files lie by the CDK's context, in cdk.json or as `-c models=s3://bucket/models/`;
 * undefined where it names none. Throws naming the setting.
 */
export function modelsInContext(scope: Construct): ModelFilesProps | undefined {
  const given: unknown = scope.node.tryGetContext('models')
  if (given === undefined || given === '') return undefined
  const [, name, prefix] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})\/((?:\w[\w.-]*\/)+)$/.exec(String(given)) ?? []
  if (name === undefined || prefix === undefined) {
    throw new Error(`models must be a prefix such as s3://bucket/models/, not "${String(given)}".`)
  }
  return { bucket: Bucket.fromBucketName(scope, 'ModelFiles', name), prefix }
}
