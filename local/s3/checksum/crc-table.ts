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

/** Lookup tables of a reflected CRC, one entry per byte value, split into 32-bit halves. */
export type CrcTable = { low: Uint32Array; high: Uint32Array }

/** The table of a reflected polynomial of up to 64 bits. */
export function crcTable(polynomial: bigint): CrcTable {
  const low = new Uint32Array(256)
  const high = new Uint32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = BigInt(byte)
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 1n ? (crc >> 1n) ^ polynomial : crc >> 1n
    }
    low[byte] = Number(crc & 0xffffffffn)
    high[byte] = Number(crc >> 32n)
  }
  return { low, high }
}
