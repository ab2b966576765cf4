import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { FileStore } from '../../ports/file-store.ts'

/** Files in an S3 bucket. */
export function s3FileStore(s3: S3Client, bucket: string): FileStore {
  return {
    async get(key, maxBytes, signal) {
      try {
        const { Body, ContentLength = 0 } = await s3.send(
          new GetObjectCommand({ Bucket: bucket, Key: key }),
          signal ? { abortSignal: signal } : {},
        )
        if (ContentLength <= maxBytes) return (await Body?.transformToByteArray()) ?? 'absent'
        // Closes the connection, which would otherwise be kept until the unread bytes were transferred.
        if (Body && 'destroy' in Body) Body.destroy()
        return 'too large'
      } catch (error) {
        if (error instanceof NoSuchKey) return 'absent'
        throw error
      }
    },

    async has(key) {
      try {
        await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
        return true
      } catch (error) {
        if (error instanceof NotFound) return false
        throw error
      }
    },

    async put(key, bytes, { contentType, fileName }) {
      await s3.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: bytes,
          ContentType: contentType,
          ...(fileName && { ContentDisposition: `inline; filename="${fileName}"` }),
        }),
      )
    },

    async remove(keys) {
      await Promise.all(
        keys.map((Key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }))),
      )
    },
  }
}
