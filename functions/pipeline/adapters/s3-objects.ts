import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import {
  ETAG,
  isObjectKey,
  type ObjectFacts,
  type ObjectRef,
  type Objects,
} from '../ports/objects.ts'
import { sourceArchived } from '../ports/source-archived.ts'

/** The object store in S3. */
export function s3Objects(s3: S3Client): Objects {
  return {
    presign: (object, seconds) =>
      getSignedUrl(s3, new GetObjectCommand(objectParams(object)), { expiresIn: seconds }),

    head: (object) =>
      unlessGone(object, async () =>
        factsOf(
          await s3.send(
            new HeadObjectCommand({ ...objectParams(object), ...etagCondition(object) }),
          ),
        ),
      ),

    open: (object) =>
      unlessGone(object, async () => {
        const found = await s3.send(
          new GetObjectCommand({
            ...objectParams(object),
            ...etagCondition(object),
            ChecksumMode: 'ENABLED',
          }),
        )
        const body = found.Body?.transformToWebStream() as ReadableStream<Uint8Array> | undefined
        return body && { ...factsOf(found), ...wholeHash(found), body }
      }),

    read: (object, maxBytes) =>
      unlessGone(object, async () => {
        const { Body, ContentLength = 0 } = await s3.send(
          new GetObjectCommand(objectParams(object)),
        )
        if (ContentLength > maxBytes)
          throw new RangeError(`${object.key} is larger than ${maxBytes} bytes.`)
        return Body?.transformToString()
      }),

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
      const Body = Readable.from(bytes, { objectMode: false })
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

function objectParams({ bucket, key, version }: ObjectRef) {
  return {
    Bucket: bucket,
    Key: key,
    // On a bucket without versioning the version is an ETag, which is no version id.
    ...(version && !version.startsWith(ETAG) && { VersionId: version }),
  }
}

function etagCondition({ version }: ObjectRef) {
  return version?.startsWith(ETAG) ? { IfMatch: version.slice(ETAG.length) } : {}
}

function factsOf(
  found: Pick<
    HeadObjectCommandOutput,
    'ContentLength' | 'ContentType' | 'Metadata' | 'StorageClass' | 'ArchiveStatus' | 'Restore'
  >,
): ObjectFacts {
  return {
    size: found.ContentLength ?? 0,
    contentType: found.ContentType ?? 'application/octet-stream',
    metadata: found.Metadata ?? {},
    ...(isArchived(found) && { archived: true }),
  }
}

/**
 * Whether an object's bytes cannot be read until it is restored: its class is an archive, or Intelligent-Tiering has
 * moved it into one, and no restored copy is there (Amazon S3 API Reference, HeadObject, `x-amz-archive-status` and
 * `x-amz-restore`). Glacier Instant Retrieval is read like any other class.
 */
function isArchived({
  StorageClass,
  ArchiveStatus,
  Restore,
}: Pick<HeadObjectCommandOutput, 'StorageClass' | 'ArchiveStatus' | 'Restore'>): boolean {
  const inArchive = StorageClass === 'GLACIER' || StorageClass === 'DEEP_ARCHIVE' || ArchiveStatus
  return Boolean(inArchive) && !Restore?.includes('ongoing-request="false"')
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

/** Error names of S3 for: no such object, no such version, or replaced meanwhile. */
const GONE = new Set([
  'NoSuchKey',
  'NoSuchVersion',
  'NotFound',
  'MethodNotAllowed',
  'PreconditionFailed',
])

/** What `read` gives; undefined where there is no such object, also for a key that none can have. */
async function unlessGone<T>({ key }: ObjectRef, read: () => Promise<T>): Promise<T | undefined> {
  if (!isObjectKey(key)) return undefined
  try {
    return await read()
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
    if (!(error instanceof S3ServiceException)) throw error
    if (error.name === 'InvalidObjectState') throw sourceArchived(key, error)
    // The answer to HEAD has no body that could name the error.
    if (GONE.has(error.name) || error.$metadata.httpStatusCode === 412) return undefined
    throw error
  }
}
