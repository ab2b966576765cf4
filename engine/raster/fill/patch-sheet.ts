import { kernelInRoom, takePlane, zeroPlane } from '../plane-room.ts'
import { COMPARE_PATCHES, type ComparePatches } from '../simd/compare-patches.ts'
import { type Level, WANTED } from './level.ts'

/** Half the side of a patch: patches are 7 x 7. */
export const REACH = 3

/** What a row has beside its pixels: half a patch on both sides, and the eighth pixel that the kernel reads. */
const BESIDE = 2 * REACH + 1

/** A level as the kernel that compares patches reads it: with room for half a patch all around, which counts nothing. */
export type PatchSheet = {
  /** Pixels of the level's own row, and of the sheet's. */
  width: number
  row: number
  /** Each pixel's red, green and blue, lowest byte first. */
  pixels: Int32Array
  /** How far each is to be believed, see {@link Level}. */
  trust: Float32Array
  /** Where in the sheet each place's patch begins, and the sum of the trust in it. */
  corners: Int32Array
  sums: Float32Array
  /** Where the kernel writes what it found. */
  found: Float32Array
}

let compare: ComparePatches | undefined

/** The sheet of a level for patches around some places; it stands in the plane room, where one must be open. */
export function laySheet(level: Level, places: Int32Array): PatchSheet {
  const { width, height, rgb, trust: own } = level
  const row = width + BESIDE
  const length = row * (height + 2 * REACH)
  const plane = zeroPlane(length)
  const pixels = new Int32Array(plane.buffer, plane.byteOffset, length)
  const trust = zeroPlane(length)
  for (let y = 0, i = 0; y < height; y++) {
    const start = (y + REACH) * row + REACH
    for (let at = start; at < start + width; at++, i++) {
      pixels[at] = rgb[3 * i]! | (rgb[3 * i + 1]! << 8) | (rgb[3 * i + 2]! << 16)
      trust[at] = own[i]!
    }
  }
  const corners = places.map((p) => cornerOf(width, row, p))
  const sums = Float32Array.from(corners, (corner) => {
    let sum = 0
    for (let y = corner; y < corner + BESIDE * row; y += row) {
      for (let at = y; at < y + BESIDE; at++) sum += trust[at]!
    }
    return sum
  })
  return { width, row, pixels, trust, corners, sums, found: takePlane(4) }
}

/** Takes over the colours that a level's places have been given. */
export function recolour(
  { width, row, pixels }: PatchSheet,
  { rgb, state }: Level,
  places: Int32Array,
): void {
  for (const i of places) {
    if (state[i] !== WANTED) continue
    const at = cornerOf(width, row, i) + REACH * (row + 1)
    pixels[at] = rgb[3 * i]! | (rgb[3 * i + 1]! << 8) | (rgb[3 * i + 2]! << 16)
  }
}

/**
 * How unlike a place's patch is to that around pixel q: mean squared difference, each pixel as far as it is to be
 * believed; infinite when that is above `limit`.
 * @param k the place's number
 */
export function difference(sheet: PatchSheet, k: number, q: number, limit: number): number {
  compare ??= kernelInRoom<ComparePatches>(COMPARE_PATCHES)
  const { row, pixels, trust, corners, sums, found } = sheet
  const count = sums[k]!
  if (count === 0) return Number.POSITIVE_INFINITY
  const most = limit * count
  const corner = 4 * corners[k]!
  const other = 4 * cornerOf(sheet.width, row, q)
  const start = pixels.byteOffset
  compare(found.byteOffset, start + corner, start + other, trust.byteOffset + corner, 4 * row, most)
  const sum = found[0]!
  return sum > most ? Number.POSITIVE_INFINITY : sum / count
}

/** Where the patch around a pixel of the level begins in the sheet. */
const cornerOf = (width: number, row: number, p: number): number =>
  p + Math.floor(p / width) * (row - width)
