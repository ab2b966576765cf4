import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { findVersion } from '../store/find-version.ts'
import { readSegments, versionSegments } from '../store/read-segments.ts'
import { archiveState } from './archive-state.ts'
import { objectHeaders } from './object-headers.ts'
import { checkReadCondition } from './read-condition.ts'
import { readSpan } from './read-span.ts'

/** GetObject, and HeadObject, which is the same without the bytes. */
export function getObject(call: Call): Answer {
  const { index, bodies } = call.store
  const version = findVersion(index, call.bucket, call.key, queryValue(call.query, 'versionId'))
  checkReadCondition(call, version)
  const archived = call.method === 'HEAD' ? undefined : archiveState(version, call.store.clock())
  if (archived !== undefined) throw new S3Error('InvalidObjectState', { fields: archived })
  const segments = versionSegments(index, version.seq)
  const span = readSpan(
    call,
    version,
    segments.map((segment) => segment.size),
  )
  const answer = {
    status: span.partial ? 206 : 200,
    // In S3 no other site shares the host of a bucket. Here the host also serves whatever else listens on this
    // machine.
    headers: { ...objectHeaders(call, version, span), 'x-content-type-options': 'nosniff' },
  }
  return call.method === 'HEAD'
    ? answer
    : { ...answer, body: readSegments(bodies, segments, span.start, span.end) }
}
