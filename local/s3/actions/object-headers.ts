import type { Call } from '../call.ts'
import type { Checksum } from '../checksum/algorithms.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { findBucket } from '../store/find-bucket.ts'
import { shownVersionId } from '../store/put-version.ts'
import type { StoredHeaders, Tags, VersionRow } from '../store/records.ts'
import type { Span } from './read-span.ts'
import { checksumHeaders, ENCRYPTION, quoted } from './write-headers.ts'

const OVERRIDES = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

/**
 * The headers that a read of an object answers with. A checksum is shown on request only, and never
 * for part of an object, where clients would check it against the wrong bytes.
 */
export function objectHeaders(call: Call, version: VersionRow, span: Span): Record<string, string> {
  const tags = JSON.parse(version.tags) as Tags
  const checksum =
    version.checksum === null ? undefined : (JSON.parse(version.checksum) as Checksum)
  const asked = call.fields['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED'
  const versionId = shownVersionId(findBucket(call.store.index, call.bucket), version.id)
  return {
    ...(JSON.parse(version.headers) as StoredHeaders),
    ...overrides(call),
    etag: quoted(version.etag),
    'last-modified': new Date(version.modified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': String(span.end - span.start + 1),
    ...(versionId !== undefined && { 'x-amz-version-id': versionId }),
    ...(span.partial && { 'content-range': `bytes ${span.start}-${span.end}/${version.size}` }),
    ...(span.parts !== undefined && { 'x-amz-mp-parts-count': String(span.parts) }),
    ...(tags.length > 0 && { 'x-amz-tagging-count': String(tags.length) }),
    ...(asked && !span.partial && checksumHeaders(checksum)),
    ...ENCRYPTION,
  }
}

// Header values travel as latin1; bytes of UTF-8 pass through it unchanged.
function overrides({ query }: Call): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of OVERRIDES) {
    const value = queryValue(query, `response-${name}`)
    if (value === undefined) {
      continue
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these would end the header
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) {
      throw new S3Error('InvalidArgument', { fields: { ArgumentName: `response-${name}` } })
    }
    found[name] = Buffer.from(value, 'utf8').toString('latin1')
  }
  return found
}
