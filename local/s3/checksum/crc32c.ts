import { crcTable, POLYNOMIALS } from './crc-table.ts'

const SLICES = 8
const tables = sliceTables(crcTable(POLYNOMIALS.CRC32C.polynomial).low)

/** CRC-32C (Castagnoli; RFC 3720, appendix B.4), eight bytes a step. `value` is the CRC so far. */
export function crc32c(data: Uint8Array, value = 0): number {
  let crc = ~value
  let at = 0
  for (const end = data.length - 7; at < end; at += SLICES) {
    const low =
      crc ^ (data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24))
    crc =
      tables[7 * 256 + (low & 255)]! ^
      tables[6 * 256 + ((low >>> 8) & 255)]! ^
      tables[5 * 256 + ((low >>> 16) & 255)]! ^
      tables[4 * 256 + (low >>> 24)]! ^
      tables[3 * 256 + data[at + 4]!]! ^
      tables[2 * 256 + data[at + 5]!]! ^
      tables[256 + data[at + 6]!]! ^
      tables[data[at + 7]!]!
  }
  for (; at < data.length; at++) {
    crc = (crc >>> 8) ^ tables[(crc ^ data[at]!) & 255]!
  }
  return ~crc >>> 0
}

// Table n is for a byte with n more bytes behind it ("slicing-by-8", Kounavis and Berry, Intel, 2005).
function sliceTables(first: Uint32Array): Uint32Array {
  const all = new Uint32Array(SLICES * 256)
  all.set(first)
  for (let at = 256; at < all.length; at++) {
    const before = all[at - 256]!
    all[at] = (before >>> 8) ^ first[before & 255]!
  }
  return all
}
