import { DeleteObjectsCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import type { RemoveAll } from '../ports/objects.ts'

/**
 * Deletes objects of S3. It is no part of the object store, because most functions that read or write delete nothing.
 */
export function s3RemoveAll(s3: S3Client): RemoveAll {
  return async ({ bucket, prefix }) => {
    const pages = paginateListObjectsV2({ client: s3 }, { Bucket: bucket, Prefix: prefix })
    for await (const { Contents = [] } of pages) {
      const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]))
      if (Objects.length === 0) continue
      const { Errors: [failed] = [] } = await s3.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
      )
      if (failed) throw new Error(`S3 kept ${failed.Key}: ${failed.Code}.`)
    }
  }
}
