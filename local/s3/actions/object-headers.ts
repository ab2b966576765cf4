import type { Call } from '../call.ts'
import type { Checksum } from '../checksum/algorithms.ts'
import { headerValue } from '../header-value.ts'
import { queryValue } from '../request-target.ts'
import { findBucket } from '../store/find-bucket.ts'
import { shownVersionId } from '../store/put-version.ts'
import type { Tags, VersionRow } from '../store/records.ts'
import { checksumHeaders, ENCRYPTION, quoted } from './answer-values.ts'
import { headersAsOf } from './archive-state.ts'
import type { Span } from './read-span.ts'

const OVERRIDES = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
]

/**
 * The headers of the answer to a read of an object. A checksum is returned only on request, and never for part of an
 * object, where clients would compare it with the wrong bytes.
 */
export function objectHeaders(call: Call, version: VersionRow, span: Span): Record<string, string> {
  const tags = JSON.parse(version.tags) as Tags
  const checksum =
    version.checksum === null ? undefined : (JSON.parse(version.checksum) as Checksum)
  const asked = call.fields['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED'
  const versionId = shownVersionId(findBucket(call.store.index, call.bucket), version.id)
  return {
    ...headersAsOf(version, call.store.clock()),
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

function overrides({ query }: Call): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of OVERRIDES) {
    const value = queryValue(query, `response-${name}`)
    if (value !== undefined) {
      found[name] = headerValue(name, value)
    }
  }
  return found
}
