/** Reads values that a VP8 encoder wrote with its boolean coder. */
export type BoolDecoder = {
  /** The next `bits` bits as a number, the highest first; each is as often set as not. */
  literal(bits: number): number
  /** A flag, and where it is set a number of `bits` bits and its sign; 0 where it is not. */
  optional(bits: number): number
}

/** Decodes the boolean coding of VP8 (RFC 6386, section 7.3). Behind the end there are zeros. */
export function createBoolDecoder(bytes: Uint8Array): BoolDecoder {
  let at = 2
  let value = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  let range = 255
  let shifts = 0
  const bit = (): number => {
    const split = 1 + ((range - 1) >> 1)
    const isSet = value >= split << 8
    if (isSet) value -= split << 8
    range = isSet ? range - split : split
    while (range < 128) {
      value <<= 1
      range <<= 1
      shifts++
      if (shifts % 8 === 0) value |= bytes[at++] ?? 0
    }
    return Number(isSet)
  }
  const literal = (bits: number): number => {
    let read = 0
    for (let n = 0; n < bits; n++) read = (read << 1) | bit()
    return read
  }
  const optional = (bits: number): number => {
    if (bit() === 0) return 0
    const size = literal(bits)
    return bit() === 1 ? -size : size
  }
  return { literal, optional }
}
