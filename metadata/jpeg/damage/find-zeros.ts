/** Bytes of 0, one after the other: from `start` up to `end`. */
export type ZeroRun = { start: number; end: number }

/** How many zeros in a row no photograph's entropy-coded data has by itself. */
const LEAST = 64

const ZEROS = Buffer.alloc(LEAST)

/** The first run of zeros from a place on. */
export function findZeros(bytes: Uint8Array, from: number): ZeroRun | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(ZEROS, from)
  if (start < 0) return undefined
  let end = start + LEAST
  while (end < bytes.length && bytes[end] === 0) end++
  return { start, end }
}
