import { crcTable, POLYNOMIALS } from './crc-table.ts'

/** A 64-bit CRC as two unsigned 32-bit halves, because BigInt arithmetic per byte would be far slower. */
export type Crc64 = { low: number; high: number }

const table = crcTable(POLYNOMIALS.CRC64NVME.polynomial)

/** CRC-64/NVME (NVM Express NVM Command Set Specification). `value` is the CRC so far. */
export function crc64nvme(data: Uint8Array, value: Crc64 = { low: 0, high: 0 }): Crc64 {
  let low = ~value.low
  let high = ~value.high
  for (let at = 0; at < data.length; at++) {
    const index = (low ^ data[at]!) & 255
    low = ((low >>> 8) | (high << 24)) ^ table.low[index]!
    high = (high >>> 8) ^ table.high[index]!
  }
  return { low: ~low >>> 0, high: ~high >>> 0 }
}
