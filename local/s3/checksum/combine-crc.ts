import { type CrcName, POLYNOMIALS } from './crc-table.ts'

/**
 * The CRC of two byte strings one after the other, from their CRCs and the length of the second in bytes. The first
 * CRC is multiplied by x^(8·length) modulo the polynomial (the method of zlib's crc32_combine). A multipart upload
 * gets its full-object checksum from it without reading the parts again.
 */
export function combineCrc(name: CrcName, first: bigint, second: bigint, length: number): bigint {
  return multiply(name, shiftFor(name, length), first) ^ second
}

/** Most parts of an upload have the same size, so the latest shift is kept. */
let latest = { label: '', shift: 0n }

function shiftFor(name: CrcName, length: number): bigint {
  const label = `${name}:${length}`
  if (latest.label !== label) latest = { label, shift: power(name, BigInt(length) * 8n) }
  return latest.shift
}

// x^exponent by squaring. In reflected form the highest bit is x^0 and the next one x^1.
function power(name: CrcName, exponent: bigint): bigint {
  const one = 1n << BigInt(POLYNOMIALS[name].width - 1)
  let result = one
  let square = one >> 1n
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) {
      result = multiply(name, result, square)
    }
    square = multiply(name, square, square)
  }
  return result
}

function multiply(name: CrcName, left: bigint, right: bigint): bigint {
  const { polynomial, width } = POLYNOMIALS[name]
  let product = 0n
  let factor = right
  for (let bit = 1n << BigInt(width - 1); bit > 0n; bit >>= 1n) {
    if (left & bit) {
      product ^= factor
    }
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n
  }
  return product
}
