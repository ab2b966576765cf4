import { createHash } from 'node:crypto'
import {
  CHECKSUMS,
  type ChecksumAlgorithm,
  checksumHeader,
  type Digest,
} from '../checksum/algorithms.ts'
import { S3Error } from '../s3-error.ts'
import { checkedValue, type ExpectedDigests } from './expected-digests.ts'
import type { Payload } from './open-payload.ts'

/** A payload with its digests. They are known and verified once `bytes` has ended. */
export type CheckedPayload = {
  bytes: AsyncIterable<Buffer>
  digests: () => { md5: string; checksum: string | undefined }
}

/**
 * Computes the MD5 (hex) and one checksum (base64) of a payload as it passes. The stream fails at its end when the
 * client had announced another value.
 */
export function checkPayload(
  payload: Payload,
  expected: ExpectedDigests,
  algorithm: ChecksumAlgorithm | undefined = expected.checksum?.algorithm,
): CheckedPayload {
  const md5 = createHash('md5')
  const checksum: Digest | undefined = algorithm && CHECKSUMS[algorithm].start()
  let result: ReturnType<CheckedPayload['digests']> = { md5: '', checksum: undefined }
  async function* pass() {
    for await (const chunk of payload.bytes) {
      md5.update(chunk)
      checksum?.update(chunk)
      yield chunk
    }
    const sum = md5.digest()
    result = { md5: sum.toString('hex'), checksum: checksum?.digest().toString('base64') }
    if (expected.md5 !== undefined && expected.md5 !== sum.toString('base64')) {
      throw new S3Error('BadDigest', { message: 'The Content-MD5 you specified did not match' })
    }
    compareChecksum(payload, expected, result.checksum)
  }
  return { bytes: pass(), digests: () => result }
}

function compareChecksum(
  { trailers }: Payload,
  { checksum }: ExpectedDigests,
  computed: string | undefined,
): void {
  if (checksum === undefined) {
    return
  }
  const { algorithm } = checksum
  const value = checksum.value ?? trailers.get(checksumHeader(algorithm))
  if (value === undefined) {
    throw new S3Error('MalformedTrailerError')
  }
  if (checkedValue(algorithm, value) !== computed) {
    throw new S3Error('BadDigest', {
      message: `The ${algorithm} you specified did not match the calculated checksum.`,
    })
  }
}
