import { S3Error } from '../s3-error.ts'
import type { ChecksumAlgorithm } from './algorithms.ts'

/**
 * Refuses a checksum of another algorithm than the upload's: as one of a part it would spoil that of the whole object,
 * and as one of the object it would not be checked.
 *
 * @throws S3Error `InvalidRequest`.
 */
export function requireAlgorithm(
  expected: ChecksumAlgorithm | null,
  given: ChecksumAlgorithm | undefined,
): void {
  if (given === undefined || given === expected) return
  const name = (algorithm: string | null) => algorithm?.toLowerCase() ?? 'null'
  throw new S3Error('InvalidRequest', {
    message:
      'Checksum Type mismatch occurred, ' +
      `expected checksum Type: ${name(expected)}, actual checksum Type: ${name(given)}`,
  })
}
