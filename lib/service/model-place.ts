import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { grantListPrefix, grantObjects } from '../constructs/grants.ts'

/** Where model files lie: directly below a prefix, such as `models/`. */
export type ModelPlace = {
  readonly bucket: AnyBucket
  readonly prefix: string
  /** The longest and the most memory that one of them may run and take. @default see `engine/models/model-bounds.ts` */
  readonly seconds?: number | undefined
  readonly megabytes?: number | undefined
}

/** The variables by which functions know it. */
export function modelsEnvironment(place: ModelPlace): Record<string, string> {
  const { bucket, prefix, seconds, megabytes } = place
  return {
    DARKROOM_MODELS: `s3://${bucket.bucketName}/${prefix}`,
    ...(seconds !== undefined && { DARKROOM_MODELS_SECONDS: String(seconds) }),
    ...(megabytes !== undefined && { DARKROOM_MODELS_MEGABYTES: String(megabytes) }),
  }
}

/** Lets a broker of workers read the files of that prefix, and nothing else there. */
export function grantReadModels(fn: IFunction, { bucket, prefix }: ModelPlace): void {
  grantListPrefix(fn, bucket, prefix)
  grantObjects(fn, ['s3:GetObject'], bucket, prefix)
}
