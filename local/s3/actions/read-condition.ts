import type { Call } from '../call.ts'
import { S3Error } from '../s3-error.ts'
import type { VersionRow } from '../store/records.ts'
import { etagMatches } from '../store/write-condition.ts'
import { quoted } from './answer-values.ts'

/** The four conditions of a read. */
export type ReadCondition = {
  match?: string | undefined
  noneMatch?: string | undefined
  modifiedSince?: string | undefined
  unmodifiedSince?: string | undefined
}

function readCondition({ headers }: Call): ReadCondition {
  return {
    match: headers['if-match'],
    noneMatch: headers['if-none-match'],
    modifiedSince: headers['if-modified-since'],
    unmodifiedSince: headers['if-unmodified-since'],
  }
}

/** The conditions on the source of a copy, where a failed one is always 412. */
export function copySourceCondition({ fields }: Call): ReadCondition {
  return {
    match: fields['x-amz-copy-source-if-match'],
    noneMatch: fields['x-amz-copy-source-if-none-match'],
    modifiedSince: fields['x-amz-copy-source-if-modified-since'],
    unmodifiedSince: fields['x-amz-copy-source-if-unmodified-since'],
  }
}

/**
 * Evaluates conditions in the order of RFC 9110, 13.2.2, which S3 follows: an ETag takes precedence over a date.
 * Dates are compared in whole seconds, as HTTP shows them.
 */
export function evaluateCondition(
  condition: ReadCondition,
  version: VersionRow,
): 'holds' | 'failed' | 'not-modified' {
  const modified = Math.floor(version.modified / 1000) * 1000
  const since = Date.parse(condition.modifiedSince ?? '')
  const until = Date.parse(condition.unmodifiedSince ?? '')
  if (condition.match !== undefined) {
    if (!etagMatches(condition.match, version.etag)) {
      return 'failed'
    }
  } else if (modified > until) {
    return 'failed'
  }
  if (condition.noneMatch !== undefined) {
    return etagMatches(condition.noneMatch, version.etag) ? 'not-modified' : 'holds'
  }
  return modified <= since ? 'not-modified' : 'holds'
}

/** Checks the conditions of a read. @throws S3Error `NotModified`, `PreconditionFailed`. */
export function checkReadCondition(call: Call, version: VersionRow): void {
  const outcome = evaluateCondition(readCondition(call), version)
  if (outcome === 'not-modified') {
    const modified = new Date(version.modified).toUTCString()
    const headers = { etag: quoted(version.etag), 'last-modified': modified }
    throw new S3Error('NotModified', { headers })
  }
  if (outcome === 'failed') {
    throw new S3Error('PreconditionFailed')
  }
}
