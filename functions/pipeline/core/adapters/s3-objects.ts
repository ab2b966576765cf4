import { Readable } from 'node:stream'

import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Objects } from '../ports/objects.ts'
import { s3ReadObjects } from './s3-read-objects.ts'

/** The object store in S3. */
export function s3Objects(s3: S3Client): Objects {
  return {
    ...s3ReadObjects(s3),

    write: async ({ bucket, key }, bytes, { contentType, metadata, tags }) => {
      const params = {
        Bucket: bucket,
        Key: key,
        ContentType: contentType,
        ...(metadata && { Metadata: metadata }),
        ...(tags && { Tagging: new URLSearchParams(tags).toString() }),
      }
      if (bytes instanceof Uint8Array) {
        await s3.send(new PutObjectCommand({ ...params, Body: bytes }))
        return
      }
      // A multipart upload where it is long: at most two parts are in memory, and a lost part is sent again.
      const Body = Readable.from(bytes)
      await new Upload({
        client: s3,
        queueSize: 2,
        partSize: PART_BYTES,
        params: { ...params, Body },
      }).done()
    },
  }
}

/** With S3's limit of 10,000 parts it allows 80 GB, more than any result has. */
const PART_BYTES = 8 * 1024 * 1024
