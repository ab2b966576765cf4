import { allocPlane, allocZeroPlane, instantiateKernel } from '../raster/arena.ts'
import { COMPARE_PATCHES, type ComparePatches } from '../raster/simd/compare-patches.ts'
import { type Level, TARGET } from './level.ts'

/** Half the side of a patch: patches are 7 x 7. */
export const PATCH_RADIUS = 3

/** What a row has beside its pixels: half a patch on both sides, and the eighth pixel that the kernel reads. */
const PADDING = 2 * PATCH_RADIUS + 1

/** A level as the kernel that compares patches reads it: with room for half a patch all around, which counts nothing. */
export type PaddedLevel = {
  /** Pixels of the level's own row, and of the sheet's. */
  width: number
  stride: number
  /** Each pixel's red, green and blue, lowest byte first. */
  pixels: Int32Array
  /** How far each is to be believed, see {@link Level}. */
  confidence: Float32Array
  /** Where in the sheet each place's patch begins, and the sum of the trust in it. */
  corners: Int32Array
  confidenceSums: Float32Array
  /** Where the kernel writes what it found. */
  result: Float32Array
}

let compare: ComparePatches | undefined

/** The sheet of a level for patches around some places; it stands in the plane room, where one must be open. */
export function allocPaddedLevel(level: Level, places: Int32Array): PaddedLevel {
  const { width, height, rgb, confidence: own } = level
  const row = width + PADDING
  const length = row * (height + 2 * PATCH_RADIUS)
  const plane = allocZeroPlane(length)
  const pixels = new Int32Array(plane.buffer, plane.byteOffset, length)
  const trust = allocZeroPlane(length)
  for (let y = 0, i = 0; y < height; y++) {
    const start = (y + PATCH_RADIUS) * row + PATCH_RADIUS
    for (let at = start; at < start + width; at++, i++) {
      pixels[at] = rgb[3 * i]! | (rgb[3 * i + 1]! << 8) | (rgb[3 * i + 2]! << 16)
      trust[at] = own[i]!
    }
  }
  const corners = places.map((p) => cornerOf(width, row, p))
  const sums = Float32Array.from(corners, (corner) => {
    let sum = 0
    for (let y = corner; y < corner + PADDING * row; y += row) {
      for (let at = y; at < y + PADDING; at++) sum += trust[at]!
    }
    return sum
  })
  return {
    width,
    stride: row,
    pixels,
    confidence: trust,
    corners,
    confidenceSums: sums,
    result: allocPlane(4),
  }
}

/** Takes over the colours that a level's places have been given. */
export function updateColours(
  { width, stride, pixels }: PaddedLevel,
  { rgb, state }: Level,
  places: Int32Array,
): void {
  for (const i of places) {
    if (state[i] !== TARGET) continue
    const at = cornerOf(width, stride, i) + PATCH_RADIUS * (stride + 1)
    pixels[at] = rgb[3 * i]! | (rgb[3 * i + 1]! << 8) | (rgb[3 * i + 2]! << 16)
  }
}

/**
 * How unlike a place's patch is to that around pixel q: mean squared difference, each pixel as far as it is to be
 * believed; infinite when that is above `limit`.
 * @param k the place's number
 */
export function patchDistance(sheet: PaddedLevel, k: number, q: number, limit: number): number {
  compare ??= instantiateKernel<ComparePatches>(COMPARE_PATCHES)
  const { stride, pixels, confidence, corners, confidenceSums, result } = sheet
  const count = confidenceSums[k]!
  if (count === 0) return Number.POSITIVE_INFINITY
  const most = limit * count
  const corner = 4 * corners[k]!
  const other = 4 * cornerOf(sheet.width, stride, q)
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
  return sum > most ? Number.POSITIVE_INFINITY : sum / count
}

/** Where the patch around a pixel of the level begins in the sheet. */
function cornerOf(width: number, row: number, p: number): number {
  return p + Math.floor(p / width) * (row - width)
}
