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
 * @throws S3Error `InvalidDigest`, `InvalidRequest` on a malformed value or two checksums.
 */
export function expectedDigests({ fields }: Pick<Call, 'fields'>): ExpectedDigests {
  const md5 = fields['content-md5']
  if (md5 !== undefined && !isDigest(md5, 16)) {
    throw new S3Error('InvalidDigest')
  }
  const given = CHECKSUM_ALGORITHMS.filter((name) => fields[checksumHeader(name)] !== undefined)
  const trailing = trailerAlgorithms(fields['x-amz-trailer'])
  if (given.length + trailing.length > 1) {
    throw new S3Error('InvalidRequest', { message: 'Expecting a single x-amz-checksum- header' })
  }
  const checksum =
    given[0] !== undefined
      ? { algorithm: given[0], value: checkedValue(given[0], fields[checksumHeader(given[0])]!) }
      : trailing[0] && { algorithm: trailing[0] }
  return { ...(md5 !== undefined && { md5 }), ...(checksum && { checksum }) }
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
