import {
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { ETAG, isObjectKey, type ObjectFacts, type ObjectRef } from '../ports/objects.ts'
import { sourceArchived } from '../ports/source-archived.ts'
import { etagOf, isAlike, isWrite, versionOf } from '../sources/write-version.ts'

/** How a read names an object and the version it is for. */
export type ReadParams = { Bucket: string; Key: string; VersionId?: string; IfMatch?: string }

/** The parameters that name an object in a request without a condition, such as one that is presigned. */
export function objectParams({ bucket, key, version }: ObjectRef): ReadParams {
  const isId = version && !version.startsWith(ETAG) && !isWrite(version)
  return { Bucket: bucket, Key: key, ...(isId && { VersionId: version }) }
}

/**
 * Reads one version of an object, where the answer is of that version; undefined where it is gone or was overwritten.
 * What stands for a write is read under its ETag. In a bucket that keeps versions by now it may lie below newer ones,
 * as the version `null`.
 */
export async function readVersion<T extends { facts: ObjectFacts }>(
  object: ObjectRef,
  read: (params: ReadParams) => Promise<T | undefined>,
  discard: (other: T) => Promise<void> = async () => {},
): Promise<T | undefined> {
  const { version = '' } = object
  const params = { ...objectParams(object), ...conditionOf(version) }
  const found = await unlessGone(object, () => read(params))
  if (!isWrite(version)) return found
  if (found && isAlike(found.facts.version, version)) return found
  if (found) await discard(found)
  const below = await unlessGone(object, () => read({ ...params, VersionId: 'null' }), NO_VERSION)
  if (below && isAlike(below.facts.version, version)) return below
  if (below) await discard(below)
  return undefined
}

/** The metadata of one version of an object, or undefined when there is no such object or no such version. */
export async function headVersion(
  s3: S3Client,
  object: ObjectRef,
): Promise<ObjectFacts | undefined> {
  const found = await readVersion(object, async (params) => ({
    facts: factsOf(await s3.send(new HeadObjectCommand(params))),
  }))
  return found?.facts
}

/** What the SDK's answers to HeadObject and GetObject say of an object. */
export function factsOf(
  found: Pick<
    HeadObjectCommandOutput,
    | ('ContentLength' | 'ContentType' | 'ETag' | 'LastModified' | 'Metadata' | 'VersionId')
    | ('StorageClass' | 'ArchiveStatus' | 'Restore')
  >,
): ObjectFacts {
  const { VersionId: versionId, ContentLength: size = 0, Metadata: metadata = {} } = found
  const etag = found.ETag?.replaceAll('"', '') ?? ''
  const modified = found.LastModified?.getTime() ?? 0
  return {
    version: versionOf({ versionId, etag, modified, size, metadata }),
    ...(versionId !== undefined && { versionId }),
    etag,
    size,
    metadata,
    contentType: found.ContentType ?? 'application/octet-stream',
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

function conditionOf(version: string): { IfMatch?: string } {
  if (isWrite(version)) return { IfMatch: etagOf(version) }
  return version.startsWith(ETAG) ? { IfMatch: version.slice(ETAG.length) } : {}
}

/** Error names of S3 for: no such object, or no such version. */
const GONE = ['NoSuchKey', 'NoSuchVersion', 'NotFound', 'MethodNotAllowed']
/** And for a version id of no valid form. */
export const NO_VERSION = ['BadRequest', 'InvalidArgument']

/** What `read` gives; undefined where there is no such object, also for a key that none can have. */
export async function unlessGone<T>(
  { key }: ObjectRef,
  read: () => Promise<T>,
  alsoGone: readonly string[] = [],
): Promise<T | undefined> {
  if (!isObjectKey(key)) return undefined
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    if (error.name === 'InvalidObjectState') throw sourceArchived(key, error)
    // Replaced meanwhile. The answer to HEAD has no body that could name the error.
    if (error.$metadata.httpStatusCode === 412) return undefined
    if (GONE.includes(error.name) || alsoGone.includes(error.name)) return undefined
    throw error.$metadata.httpStatusCode === 403 ? denied(key, error) : error
  }
}

/**
 * The error in the words that AWS has where it names the right and the object. The answer to HEAD has no body, so that
 * its error has no name of S3's.
 */
function denied(key: string, error: S3ServiceException): Error {
  if (!/^(AccessD|Forb|403|Unk)/.test(error.name) || error.message.includes('perform:'))
    return error
  const words = `not authorized to perform: s3:GetObject on resource: "${key}"`
  return Object.assign(new Error(words), { name: 'AccessDenied' })
}
