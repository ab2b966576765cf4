import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/** Objects in buckets, as far as the pipeline touches them. */
export type Objects = {
  /** A URL anybody can read one version of an object from, for `seconds`. A credential: never log it. */
  presign(
    object: { bucket: string; key: string; version?: string },
    seconds: number,
  ): Promise<string>
  /** The object's bytes as text, or undefined when there is none. More than `maxBytes` are a RangeError. */
  read(object: { bucket: string; key: string }, maxBytes: number): Promise<string | undefined>
  write(
    object: { bucket: string; key: string },
    bytes: Uint8Array,
    contentType: string,
  ): Promise<void>
}

/** Objects in S3. */
export const s3Objects = (s3: S3Client): Objects => ({
  presign: ({ bucket, key, version }, seconds) =>
    getSignedUrl(
      s3,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        // On a bucket without versions the event carries an ETag, which is no version id.
        ...(version && !version.startsWith(ETAG) && { VersionId: version }),
      }),
      { expiresIn: seconds },
    ),

  read: async ({ bucket, key }, maxBytes) => {
    try {
      const { Body, ContentLength = 0 } = await s3.send(
        new GetObjectCommand({ Bucket: bucket, Key: key }),
      )
      if (ContentLength > maxBytes) {
        // Left alone, what nobody reads would hold its connection for good.
        await Body?.transformToWebStream().cancel()
        throw new RangeError(`${key} is larger than ${maxBytes} bytes.`)
      }
      return await Body?.transformToString()
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  },

  write: async ({ bucket, key }, bytes, contentType) => {
    await s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }),
    )
  },
})

/** Marks a version that is an ETag, so that it cannot be taken for a version id. */
export const ETAG = 'etag:'
