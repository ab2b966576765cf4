import type { Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import type { VersionRow } from '../store/records.ts'
import { etagMatches } from '../store/write-condition.ts'

/** The bytes of a read, both ends inclusive. Of an empty object `end` is -1. */
export type Span = { start: number; end: number; partial: boolean; parts?: number }

/**
 * Reads `Range` or `partNumber`. A range that S3 cannot read, or a list of several, means the whole object (RFC 9110,
 * 14.2).
 *
 * @param sizes of the segments, one a part.
 * @throws S3Error `InvalidRange`, `InvalidPartNumber`, `InvalidRequest`.
 */
export function readSpan(call: Call, version: VersionRow, sizes: readonly number[]): Span {
  const whole = { start: 0, end: version.size - 1, partial: false }
  const partNumber = queryValue(call.query, 'partNumber')
  const range = call.headers.range
  if (partNumber !== undefined) {
    if (range !== undefined) {
      throw new S3Error('InvalidRequest', {
        message: 'Cannot specify both Range header and partNumber query parameter',
      })
    }
    return partSpan(partNumber, version, sizes)
  }
  const validator = call.fields['if-range']
  if (range === undefined || (validator !== undefined && !etagMatches(validator, version.etag))) {
    return whole
  }
  const span = parseRange(range, version.size)
  return span === undefined ? whole : { ...span, partial: true }
}

/** The bytes of one `Range` header, or undefined when it is not one that S3 reads. */
function parseRange(range: string, size: number): { start: number; end: number } | undefined {
  // Ends that no number holds exactly lie beyond every object all the same.
  const match = /^bytes=(\d*)-(\d*)$/i.exec(range.trim())
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') {
    return undefined
  }
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) {
    return undefined
  }
  if (start > end) {
    throw new S3Error('InvalidRange', {
      fields: { RangeRequested: range, ActualObjectSize: String(size) },
      headers: { 'content-range': `bytes */${size}` },
    })
  }
  return { start, end }
}

function partSpan(text: string, version: VersionRow, sizes: readonly number[]): Span {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  const multipart = version.etag.includes('-')
  const count = multipart ? sizes.length : 1
  if (number < 1 || number > count) {
    throw new S3Error('InvalidPartNumber', { fields: { ActualPartCount: String(count) } })
  }
  if (!multipart) {
    return { start: 0, end: version.size - 1, partial: version.size > 0 }
  }
  const start = sizes.slice(0, number - 1).reduce((sum, size) => sum + size, 0)
  return { start, end: start + sizes[number - 1]! - 1, partial: true, parts: count }
}
