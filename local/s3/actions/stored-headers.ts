import type { Call } from '../call.ts'
import { S3Error } from '../s3-error.ts'
import type { StoredHeaders } from '../store/records.ts'

const KEPT = [
  'cache-control',
  'content-disposition',
  'content-language',
  'expires',
  'x-amz-website-redirect-location',
]

const MAX_METADATA = 2048

/**
 * The headers of a write that are stored with the object: user metadata and those of HTTP.
 *
 * @throws S3Error `MetadataTooLarge` above 2 KB of user metadata; `InvalidStorageClass`; see {@link refuseUnsupported}.
 */
export function storedHeaders({ fields }: Call): StoredHeaders {
  refuseUnsupported(fields)
  const metadata = Object.entries(fields).filter(([name]) => name.startsWith('x-amz-meta-'))
  const size = metadata.reduce(
    (sum, [name, value]) => sum + name.length - 'x-amz-meta-'.length + value.length,
    0,
  )
  if (size > MAX_METADATA) {
    throw new S3Error('MetadataTooLarge')
  }
  const encoding = contentEncoding(fields['content-encoding'])
  return {
    'content-type': fields['content-type'] || 'binary/octet-stream',
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => KEPT.includes(name))),
    ...(encoding !== '' && { 'content-encoding': encoding }),
    ...classHeaders(fields),
    ...Object.fromEntries(metadata),
  }
}

/** Storage classes of general purpose buckets (API Reference, PutObject). */
const CLASSES = [
  'STANDARD',
  'REDUCED_REDUNDANCY',
  'STANDARD_IA',
  'ONEZONE_IA',
  'INTELLIGENT_TIERING',
  'GLACIER',
  'DEEP_ARCHIVE',
  'GLACIER_IR',
]
const TIERS = ['ARCHIVE_ACCESS', 'DEEP_ARCHIVE_ACCESS']

// The class that nothing is said about is answered by no header.
function classHeaders(fields: Call['fields']): StoredHeaders {
  const storageClass = fields['x-amz-storage-class'] || 'STANDARD'
  const tier = fields['x-amz-archive-status'] ?? ''
  if (!CLASSES.includes(storageClass)) {
    throw new S3Error('InvalidStorageClass', { fields: { StorageClassRequested: storageClass } })
  }
  if (storageClass === 'STANDARD') return {}
  const archived = storageClass === 'INTELLIGENT_TIERING' && TIERS.includes(tier)
  return {
    'x-amz-storage-class': storageClass,
    ...(archived && { 'x-amz-archive-status': tier }),
  }
}

const FEATURES = ['x-amz-server-side-encryption-', 'x-amz-object-lock-', 'x-amz-grant-']

/**
 * Refuses settings that would be ignored: a write that asks for a lock or its own key must not look as if it had got
 * it.
 *
 * @throws S3Error `NotImplemented`, `AccessControlListNotSupported`.
 */
function refuseUnsupported(fields: Call['fields']): void {
  const encryption = fields['x-amz-server-side-encryption'] ?? 'AES256'
  const named = Object.keys(fields).some(
    (name) =>
      FEATURES.some((feature) => name.startsWith(feature)) || name === 'x-amz-write-offset-bytes',
  )
  if (named || encryption !== 'AES256') {
    throw new S3Error('NotImplemented')
  }
  // New buckets have ACLs switched off and accept only these two, which change nothing.
  if (!['private', 'bucket-owner-full-control'].includes(fields['x-amz-acl'] ?? 'private')) {
    throw new S3Error('AccessControlListNotSupported')
  }
}

// aws-chunked is the framing of the transfer and no property of the object.
function contentEncoding(header: string | undefined): string {
  return (header ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.toLowerCase() !== 'aws-chunked')
    .join(',')
}
