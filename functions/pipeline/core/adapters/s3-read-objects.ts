import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { ReadObjects } from '../ports/objects.ts'
import { factsOf, headVersion, objectParams, readVersion, unlessGone } from './s3-version.ts'

/** The object store in S3 for who reads alone, whose bundle holds nothing that writes. */
export function s3ReadObjects(s3: S3Client): ReadObjects {
  return {
    presign: (object, seconds) =>
      getSignedUrl(s3, new GetObjectCommand(objectParams(object)), { expiresIn: seconds }),

    head: (object) => headVersion(s3, object),

    open: async (object) => {
      const opened = await readVersion(
        object,
        async (params) => {
          const found = await s3.send(new GetObjectCommand({ ...params, ChecksumMode: 'ENABLED' }))
          const body = found.Body?.transformToWebStream() as ReadableStream<Uint8Array> | undefined
          return body && { facts: factsOf(found), hash: wholeHash(found), body }
        },
        ({ body }) => body.cancel(),
      )
      return opened && { ...opened.facts, ...opened.hash, body: opened.body }
    },

    read: (object, maxBytes) =>
      unlessGone(object, async () => {
        const { Body, ContentLength = 0 } = await s3.send(
          new GetObjectCommand(objectParams(object)),
        )
        if (ContentLength > maxBytes)
          throw new RangeError(`${object.key} is larger than ${maxBytes} bytes.`)
        return Body?.transformToString()
      }),
  }
}

/**
 * S3's own SHA-256 of the object, which it has where the writer asked for one. Of a multipart upload it is a hash of
 * hashes (checksum type `COMPOSITE`), which is of no use here.
 */
function wholeHash({
  ChecksumSHA256: hash,
  ChecksumType: type,
}: {
  ChecksumSHA256?: string | undefined
  ChecksumType?: string | undefined
}): { sha256?: string } {
  return hash !== undefined && type === 'FULL_OBJECT'
    ? { sha256: Buffer.from(hash, 'base64').toString('hex') }
    : {}
}
