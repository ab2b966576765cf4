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
