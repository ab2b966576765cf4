import type { Size } from '../../geometry/size.ts'
import { addressOf, allocPlane, instantiateKernel, toArena, withArena } from '../arena.ts'
import { BITS_ABOVE } from '../simd/bits-above.ts'

/**
 * A mask of one bit a pixel: rows of whole 32-bit words, the leftmost pixel in the lowest bit of the first. Bits beyond
 * the width are 0. Masks of megapixels are grown, shrunk and searched 32 pixels at a time.
 */
export type BitMask = Size & { stride: number; words: Uint32Array }

/** A mask of this size with nothing in it. */
export function emptyBits({ width, height }: Size): BitMask {
  const stride = (width + 31) >>> 5
  return { width, height, stride, words: new Uint32Array(stride * height) }
}

/** The pixels of a plane above a level. */
export function bitsAbove(plane: Float32Array, size: Size, level: number): BitMask {
  const mask = emptyBits(size)
  const { width, height, stride, words } = mask
  const whole = width >>> 5
  const least = floatBelow(level)
  withArena(() => {
    const from = addressOf(toArena(plane))
    const { buffer, byteOffset } = allocPlane(words.length)
    if (whole > 0) {
      const run = instantiateKernel(BITS_ABOVE)
      for (let y = 0; y < height; y++) {
        run(byteOffset + 4 * y * stride, from + 4 * y * width, least, whole)
      }
    }
    words.set(new Uint32Array(buffer, byteOffset, words.length))
  })
  if (whole === stride) return mask
  // What is left of a row fills no word.
  for (let y = 0; y < height; y++) {
    words[y * stride + whole] = bitsOf(plane, y * width + 32 * whole, (y + 1) * width, level)
  }
  return mask
}

/** The pixels of a mask of bytes. */
export function bitsOfBytes(bytes: Uint8Array, size: Size): BitMask {
  const mask = emptyBits(size)
  const { width, height, stride, words } = mask
  for (let y = 0; y < height; y++) {
    for (let word = 0; word < stride; word++) {
      const from = y * width + 32 * word
      words[y * stride + word] = bitsOf(bytes, from, Math.min(from + 32, (y + 1) * width), 0)
    }
  }
  return mask
}

/** The bits of up to 32 values. */
function bitsOf(values: ArrayLike<number>, from: number, end: number, level: number): number {
  let bits = 0
  for (let at = from; at < end; at++) if (values[at]! > level) bits |= 1 << (at - from)
  return bits
}

/** The largest 32-bit float that is not above a level: of 32-bit floats the same ones are above both. */
function floatBelow(level: number): number {
  const float = Float32Array.of(level)
  if (float[0]! > level) {
    const bits = new Int32Array(float.buffer)
    bits[0] = bits[0]! - Math.sign(float[0]!)
  }
  return float[0]!
}

/** A plane of 1 where a mask is and 0 elsewhere is written. */
export function writeBits(plane: Float32Array, { width, height, stride, words }: BitMask): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += 32) {
      writeWord(plane, y * width + x, words[y * stride + (x >>> 5)]!, Math.min(32, width - x))
    }
  }
}

function writeWord(plane: Float32Array, to: number, bits: number, count: number): void {
  for (let bit = 0; bit < count; bit++) plane[to + bit] = (bits >>> bit) & 1
}

/** Whether a pixel is in a mask, by its index in a plane of its size. */
export function hasBit({ width, stride, words }: BitMask, at: number): boolean {
  const x = at % width
  return ((words[((at - x) / width) * stride + (x >>> 5)]! >>> (x & 31)) & 1) === 1
}

/** Adds runs of pixels within rows to a mask: index of the first and of the one behind the last, in turn. */
export function addRuns({ width, stride, words }: BitMask, runs: Int32Array): void {
  for (let run = 0; run < runs.length; run += 2) {
    const y = Math.floor(runs[run]! / width)
    for (let x = runs[run]! - y * width; x < runs[run + 1]! - y * width; x++) {
      const word = y * stride + (x >>> 5)
      words[word] = words[word]! | (1 << (x & 31))
    }
  }
}

/** The pixels that are not in a mask. */
export function invertBits({ width, height, stride, words }: BitMask): BitMask {
  const inverse = Uint32Array.from(words)
  for (let word = 0; word < inverse.length; word++) inverse[word] = ~inverse[word]!
  const rest = width & 31
  if (rest > 0) {
    const kept = 2 ** rest - 1
    for (let word = stride - 1; word < inverse.length; word += stride) {
      inverse[word] = (inverse[word]! & kept) >>> 0
    }
  }
  return { width, height, stride, words: inverse }
}

/** The pixels of one mask that are not in another of its size. */
export function withoutBits(mask: BitMask, other: BitMask): BitMask {
  const words = Uint32Array.from(mask.words)
  for (let word = 0; word < words.length; word++) words[word] = words[word]! & ~other.words[word]!
  return { ...mask, words }
}

/** The pixels within `by` of one in a mask along rows and columns (dilation by a square). */
export function growBits(mask: BitMask, by: number): BitMask {
  const { width, height, stride } = mask
  const across = spread(mask.words, by, stride, false)
  merge(across, spread(mask.words, by, stride, true))
  clearBeyond(across, width, stride)
  const words = spreadRows(across, by, stride, height, false)
  merge(words, spreadRows(across, by, stride, height, true))
  return { width, height, stride, words }
}

/** The pixels that have only pixels of a mask within `by` along rows and columns; none is asked for at the borders. */
export function shrinkBits(mask: BitMask, by: number): BitMask {
  return invertBits(growBits(invertBits(mask), by))
}

function merge(words: Uint32Array, other: Uint32Array): void {
  for (let word = 0; word < words.length; word++) words[word] = words[word]! | other[word]!
}

function clearBeyond(words: Uint32Array, width: number, stride: number): void {
  const rest = width & 31
  if (rest === 0) return
  const kept = 2 ** rest - 1
  for (let word = stride - 1; word < words.length; word += stride) words[word] = words[word]! & kept
}

/** Spreads bits up to `by` pixels to the right, or to the left, by doubling: 1, 2, 4 … pixels, then what is left. */
function spread(from: Uint32Array, by: number, stride: number, isLeft: boolean): Uint32Array {
  const words = Uint32Array.from(from)
  for (let reach = 0; reach < by; ) {
    const shift = Math.min(reach + 1, by - reach)
    for (let row = 0; row < words.length; row += stride) {
      if (isLeft) shiftLeft(words, row, row + stride, shift)
      else shiftRight(words, row, row + stride, shift)
    }
    reach += shift
  }
  return words
}

/** Adds to a row what lies `shift` pixels to the left of each of its pixels. */
function shiftRight(words: Uint32Array, first: number, end: number, shift: number): void {
  const [whole, part] = [shift >>> 5, shift & 31]
  for (let word = end - 1; word - whole >= first; word--) {
    const near = words[word - whole]! << part
    const far = part > 0 && word - whole > first ? words[word - whole - 1]! >>> (32 - part) : 0
    words[word] = words[word]! | near | far
  }
}

/** Adds to a row what lies `shift` pixels to the right of each of its pixels. */
function shiftLeft(words: Uint32Array, first: number, end: number, shift: number): void {
  const [whole, part] = [shift >>> 5, shift & 31]
  for (let word = first; word + whole < end; word++) {
    const near = words[word + whole]! >>> part
    const far = part > 0 && word + whole + 1 < end ? words[word + whole + 1]! << (32 - part) : 0
    words[word] = words[word]! | near | far
  }
}

/** Spreads bits up to `by` rows down, or up, by doubling. */
function spreadRows(
  from: Uint32Array,
  by: number,
  stride: number,
  height: number,
  isUp: boolean,
): Uint32Array {
  const words = Uint32Array.from(from)
  const end = stride * height
  for (let reach = 0; reach < by; ) {
    const shift = Math.min(reach + 1, by - reach)
    const away = shift * stride
    if (isUp) for (let at = 0; at + away < end; at++) words[at] = words[at]! | words[at + away]!
    else for (let at = end - 1; at >= away; at--) words[at] = words[at]! | words[at - away]!
    reach += shift
  }
  return words
}
