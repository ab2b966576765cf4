import type { Call } from '../call.ts'
import {
  CHECKSUM_ALGORITHMS,
  CHECKSUMS,
  type ChecksumAlgorithm,
  checksumHeader,
} from '../checksum/algorithms.ts'
import { S3Error } from '../s3-error.ts'

/** The digests that a client announced for the body. */
export type ExpectedDigests = {
  md5?: string
  /** Base64. `value` is missing when a trailer carries it. */
  checksum?: { algorithm: ChecksumAlgorithm; value?: string }
}

/**
 * Reads `Content-MD5`, `x-amz-checksum-*` and `x-amz-trailer`.
 *
 * @throws S3Error `InvalidDigest`, `InvalidRequest` on a malformed value or two checksums, `BadDigest` for one of
 *   another algorithm than the SDK named, `NotImplemented` for one that is not computed here.
 */
export function expectedDigests({ fields }: Pick<Call, 'fields'>): ExpectedDigests {
  const md5 = fields['content-md5']
  if (md5 !== undefined && !isDigest(md5, 16)) {
    throw new S3Error('InvalidDigest')
  }
  refuseUnknown(fields)
  const given = CHECKSUM_ALGORITHMS.filter((name) => fields[checksumHeader(name)] !== undefined)
  const trailing = trailerAlgorithms(fields['x-amz-trailer'])
  if (given.length + trailing.length > 1) {
    throw new S3Error('InvalidRequest', { message: 'Expecting a single x-amz-checksum- header' })
  }
  const checksum =
    given[0] !== undefined
      ? { algorithm: given[0], value: checkedValue(given[0], fields[checksumHeader(given[0])]!) }
      : trailing[0] && { algorithm: trailing[0] }
  const named = fields['x-amz-sdk-checksum-algorithm']?.toUpperCase()
  if (named !== undefined && checksum && checksum.algorithm !== named) {
    throw new S3Error('BadDigest', {
      message: `x-amz-sdk-checksum-algorithm is ${named}, but the checksum is of ${checksum.algorithm}.`,
    })
  }
  return { ...(md5 !== undefined && { md5 }), ...(checksum && { checksum }) }
}

const SETTINGS = ['x-amz-checksum-algorithm', 'x-amz-checksum-mode', 'x-amz-checksum-type']

// A checksum that is not computed here would go unchecked.
function refuseUnknown(fields: Call['fields']): void {
  const known = [...CHECKSUM_ALGORITHMS.map(checksumHeader), ...SETTINGS]
  const announced = (fields['x-amz-trailer'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const unknown = [...Object.keys(fields), ...announced].find(
    (name) => name.startsWith('x-amz-checksum-') && !known.includes(name),
  )
  if (unknown !== undefined) {
    throw new S3Error('NotImplemented', {
      message: `A header you provided implies functionality that is not implemented: ${unknown}`,
    })
  }
}

/**
 * Checks the size of a checksum value. @throws S3Error `InvalidRequest` when it is not that of the algorithm's
 * digest.
 */
export function checkedValue(algorithm: ChecksumAlgorithm, value: string): string {
  if (!isDigest(value, CHECKSUMS[algorithm].bytes)) {
    throw new S3Error('InvalidRequest', {
      message: `Value for ${checksumHeader(algorithm)} header is invalid.`,
    })
  }
  return value
}

function trailerAlgorithms(trailer: string | undefined): ChecksumAlgorithm[] {
  const names = (trailer ?? '').split(',').map((name) => name.trim().toLowerCase())
  return CHECKSUM_ALGORITHMS.filter((algorithm) => names.includes(checksumHeader(algorithm)))
}

function isDigest(value: string, bytes: number): boolean {
  return (
    Buffer.from(value, 'base64').length === bytes &&
    Buffer.from(value, 'base64').toString('base64') === value
  )
}
