import type { S3Client } from '@aws-sdk/client-s3'
import type { BatchObjects } from '../ports/batch-objects.ts'
import { headVersion, NO_VERSION, unlessGone } from './s3-version.ts'

/** The facts of an object that a manifest names; its line may name a version that can be none. */
export function s3BatchHead(s3: S3Client): BatchObjects['head'] {
  return (object) =>
    unlessGone(object, () => headVersion(s3, object), object.version ? NO_VERSION : [])
}
