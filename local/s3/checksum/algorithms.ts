import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { crc32c } from './crc32c.ts'
import { crc64nvme } from './crc64nvme.ts'

/** A checksum that is computed while bytes pass. */
export type Digest = { update(chunk: Uint8Array): void; digest(): Buffer }

/** Whether a checksum is that of the object, or of the checksums of its parts. */
export type ChecksumType = 'COMPOSITE' | 'FULL_OBJECT'

/** A stored checksum. `value` is base64, followed by `-N` when it is composed of N parts. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string; type: ChecksumType }

type Rule = { bytes: number; start: () => Digest; multipart: readonly ChecksumType[] }

/**
 * The algorithms of `x-amz-checksum-*`: the size of the digest, how to compute it, and the multipart types that each
 * allows, its default first (Amazon S3 User Guide, "Checking object integrity in Amazon S3").
 */
export const CHECKSUMS = {
  CRC32: { bytes: 4, start: startCrc32(crc32), multipart: ['COMPOSITE', 'FULL_OBJECT'] },
  CRC32C: { bytes: 4, start: startCrc32(crc32c), multipart: ['COMPOSITE', 'FULL_OBJECT'] },
  CRC64NVME: { bytes: 8, start: startCrc64, multipart: ['FULL_OBJECT'] },
  SHA1: { bytes: 20, start: () => createHash('sha1'), multipart: ['COMPOSITE'] },
  SHA256: { bytes: 32, start: () => createHash('sha256'), multipart: ['COMPOSITE'] },
} as const satisfies Record<string, Rule>

/** The name of an algorithm in the S3 API. */
export type ChecksumAlgorithm = keyof typeof CHECKSUMS

/** Every algorithm, in the order of the table. */
export const CHECKSUM_ALGORITHMS = Object.keys(CHECKSUMS) as ChecksumAlgorithm[]

/** The header or trailer that carries a checksum, such as `x-amz-checksum-crc32`. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`
}

/** The XML element that carries a checksum, such as `ChecksumCRC32`. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`
}

function startCrc32(step: (data: Uint8Array, value: number) => number): () => Digest {
  return () => {
    let crc = 0
    return {
      update(chunk) {
        crc = step(chunk, crc)
      },
      digest() {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32BE(crc)
        return bytes
      },
    }
  }
}

function startCrc64(): Digest {
  let crc = { low: 0, high: 0 }
  return {
    update(chunk) {
      crc = crc64nvme(chunk, crc)
    },
    digest() {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt32BE(crc.high, 0)
      bytes.writeUInt32BE(crc.low, 4)
      return bytes
    },
  }
}
