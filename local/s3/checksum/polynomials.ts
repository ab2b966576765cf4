/**
 * Reflected polynomial and width of the CRCs that S3 supports (Amazon S3 User Guide, "Checking object integrity in
 * Amazon S3").
 */
export const POLYNOMIALS = {
  CRC32: { polynomial: 0xedb88320n, width: 32 },
  CRC32C: { polynomial: 0x82f63b78n, width: 32 },
  CRC64NVME: { polynomial: 0x9a6c9329ac4bc9b5n, width: 64 },
} as const

/** A checksum that is a CRC and so can be combined from parts. */
export type CrcName = keyof typeof POLYNOMIALS
