import { allocPlane, allocZeroPlane, instantiateKernel } from '../raster/arena.ts'
import { COMPARE_PATCHES, type ComparePatches } from '../raster/simd/compare-patches.ts'
import { type Level, TARGET } from './level.ts'

/** Half the side of a patch without its centre: patches are 7 x 7 pixels. */
export const PATCH_RADIUS = 3

/** Side of a patch; also the padding of a row: a radius on both sides, and the eighth pixel that the kernel reads. */
const SIDE = 2 * PATCH_RADIUS + 1

/**
 * A level in the layout of the kernel that compares patches: RGBA32 pixels with a border of one patch radius. The
 * border has confidence 0, so it adds nothing to a distance.
 */
export type PaddedLevel = {
  /** Pixels in a row of the level. */
  width: number
  /** Pixels in a row of the padded level. */
  stride: number
  /** Red, green and blue of each pixel, lowest byte first. */
  pixels: Int32Array
  /** The level's confidence of each pixel, 0-1. */
  confidence: Float32Array
  /** Index in the padded level of the top left pixel of each slot's patch. */
  corners: Int32Array
  /** Sum of the confidence in each slot's patch. */
  confidenceSums: Float32Array
  /** The kernel writes its result here. */
  result: Float32Array
}

let compare: ComparePatches | undefined

/**
 * Lays out a level in the arena. Call it inside `withArena`; the result is freed with that arena.
 * @param slots pixel index of each slot, see Matches
 */
export function allocPaddedLevel(level: Level, slots: Int32Array): PaddedLevel {
  const { width, height, rgb } = level
  const stride = width + SIDE
  const length = stride * (height + 2 * PATCH_RADIUS)
  const plane = allocZeroPlane(length)
  const pixels = new Int32Array(plane.buffer, plane.byteOffset, length)
  const confidence = allocZeroPlane(length)
  for (let y = 0; y < height; y++) {
    const start = (y + PATCH_RADIUS) * stride + PATCH_RADIUS
    packRow(pixels, rgb, start, y * width, width)
    confidence.set(level.confidence.subarray(y * width, (y + 1) * width), start)
  }
  const corners = new Int32Array(slots.length)
  const confidenceSums = new Float32Array(slots.length)
  for (let k = 0; k < slots.length; k++) {
    const corner = cornerOf(width, stride, slots[k]!)
    corners[k] = corner
    confidenceSums[k] = patchSum(confidence, corner, stride)
  }
  return { width, stride, pixels, confidence, corners, confidenceSums, result: allocPlane(4) }
}

/** Packs so many pixels from index `from` on. */
function packRow(
  pixels: Int32Array,
  rgb: Uint8ClampedArray,
  to: number,
  from: number,
  count: number,
): void {
  for (let x = 0; x < count; x++) pixels[to + x] = packed(rgb, from + x)
}

/** The sum of the patch that begins at a place. */
function patchSum(plane: Float32Array, corner: number, stride: number): number {
  let sum = 0
  for (let y = corner; y < corner + SIDE * stride; y += stride) {
    for (let at = y; at < y + SIDE; at++) sum += plane[at]!
  }
  return sum
}

/** Copies the present colours of target pixels into the padded level. */
export function updateColours(
  { width, stride, pixels }: PaddedLevel,
  { rgb, state }: Level,
  slots: Int32Array,
): void {
  for (const i of slots) {
    if (state[i] !== TARGET) continue
    pixels[cornerOf(width, stride, i) + PATCH_RADIUS * (stride + 1)] = packed(rgb, i)
  }
}

/**
 * Mean squared level difference (over r, g and b together) of a slot's patch and the patch around pixel q, each pixel
 * weighted by its confidence. Infinite above `limit`, and where the slot's patch has no confidence at all.
 */
export function patchDistance(padded: PaddedLevel, k: number, q: number, limit: number): number {
  compare ??= instantiateKernel<ComparePatches>(COMPARE_PATCHES)
  const { stride, pixels, confidence, corners, confidenceSums, result } = padded
  const weight = confidenceSums[k]!
  if (weight === 0) return Number.POSITIVE_INFINITY
  const most = limit * weight
  const corner = 4 * corners[k]!
  const other = 4 * cornerOf(padded.width, stride, q)
  const start = pixels.byteOffset
  compare(
    result.byteOffset,
    start + corner,
    start + other,
    confidence.byteOffset + corner,
    4 * stride,
    most,
  )
  const sum = result[0]!
  return sum > most ? Number.POSITIVE_INFINITY : sum / weight
}

/** Index in the padded level of the top left pixel of the patch around pixel p of the level. */
function cornerOf(width: number, stride: number, p: number): number {
  return p + ((p / width) | 0) * (stride - width)
}

/** Pixel i as RGB0, red in the lowest byte. */
function packed(rgb: Uint8ClampedArray, i: number): number {
  return rgb[3 * i]! | (rgb[3 * i + 1]! << 8) | (rgb[3 * i + 2]! << 16)
}
