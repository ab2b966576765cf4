import {
  CHECKSUMS,
  type Checksum,
  type ChecksumAlgorithm,
  type ChecksumType,
} from './algorithms.ts'
import { combineCrc } from './combine-crc.ts'
import { type CrcName, POLYNOMIALS } from './crc-table.ts'

type PartSum = { size: number; checksum: string | null }

/**
 * The checksum of an object from those of its parts: the checksum of their concatenation followed by `-N`, or that of
 * the whole object, which only a CRC allows (Amazon S3 User Guide, "Checking object integrity in Amazon S3").
 * Undefined when a part has none.
 */
export function multipartChecksum(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: readonly PartSum[],
): Checksum | undefined {
  const sums = parts.flatMap((part) => part.checksum ?? [])
  if (sums.length < parts.length) {
    return undefined
  }
  const raw = sums.map((sum) => Buffer.from(sum, 'base64'))
  if (type === 'FULL_OBJECT' && isCrc(algorithm)) {
    return { algorithm, type, value: fullObject(algorithm, raw, parts).toString('base64') }
  }
  const digest = CHECKSUMS[algorithm].start()
  raw.forEach((sum) => {
    digest.update(sum)
  })
  return { algorithm, type, value: `${digest.digest().toString('base64')}-${parts.length}` }
}

function isCrc(algorithm: ChecksumAlgorithm): algorithm is CrcName {
  return Object.hasOwn(POLYNOMIALS, algorithm)
}

function fullObject(name: CrcName, sums: readonly Buffer[], parts: readonly PartSum[]): Buffer {
  const crc = sums
    .map((sum) => BigInt(`0x${sum.toString('hex')}`))
    .reduce((first, second, at) => combineCrc(name, first, second, parts[at]!.size), 0n)
  return Buffer.from(crc.toString(16).padStart(CHECKSUMS[name].bytes * 2, '0'), 'hex')
}
