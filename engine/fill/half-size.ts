import type { Picture } from '../raster/picture.ts'
import { KNOWN, type Level, OCCLUDED, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'

/**
 * A finest level of half the picture's size, for large fills. Colours are means of 2 x 2 pixels. A pixel is a target if
 * any of its four is, else occluded if any of them is. An odd last row or column is left out.
 */
export function halfSizeLevel(picture: Picture, occluded: Uint8Array, target: Uint8Array): Level {
  const w = picture.width >> 1
  const h = picture.height >> 1
  const rgb = new Uint8ClampedArray(w * h * 3)
  const half = { width: w, height: h, scale: 2, rgb, state: new Uint8Array(w * h) }
  const level = { ...half, confidence: new Float32Array(w * h) }
  for (let y = 0; y < h; y++) readHalfRow(level, picture, occluded, target, y)
  return level
}

function readHalfRow(
  { width: w, rgb, state }: Level,
  { width, data }: Picture,
  occluded: Uint8Array,
  target: Uint8Array,
  y: number,
): void {
  const end = (y + 1) * w
  for (let at = y * w, i = 2 * y * width; at < end; at++, i += 2) {
    if (anyOfFour(target, i, width)) state[at] = TARGET
    else state[at] = anyOfFour(occluded, i, width) ? OCCLUDED : KNOWN
    for (let c = 0, p = 4 * i, q = 4 * (i + width); c < 3; c++, p++, q++) {
      rgb[3 * at + c] = (data[p]! + data[p + 4]! + data[q]! + data[q + 4]!) / 4
    }
  }
}

/** Whether any of the 2 x 2 pixels from pixel i to the right and down is set. */
function anyOfFour(mask: Uint8Array, i: number, width: number): boolean {
  return Boolean(mask[i] || mask[i + 1] || mask[i + width] || mask[i + width + 1])
}

/**
 * Paints a filled level of half the size over the target pixels of the picture. The detail that the half size lost is
 * taken from where each pixel's match lies in the picture: the source pixel less the level's colour there. A match may
 * lie where a line was continued before; the picture shows the foreground there, and no detail is taken from it.
 * Painted pixels are opaque.
 * @param data a copy of the picture's pixels, which are painted
 */
export function paintWithDetail(
  picture: Picture,
  half: Level,
  occluded: Uint8Array,
  target: Uint8Array,
  matches: Matches | undefined,
  data: Uint8ClampedArray = new Uint8ClampedArray(picture.data),
): Picture {
  const { width, height } = picture
  for (let y = 0; y < height; y++) paintRow(data, picture, half, occluded, target, matches, y)
  return { width, height, data }
}

function paintRow(
  data: Uint8ClampedArray,
  { width, data: source }: Picture,
  half: Level,
  occluded: Uint8Array,
  target: Uint8Array,
  matches: Matches | undefined,
  y: number,
): void {
  const row = Math.min(half.height - 1, y >> 1) * half.width
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (!target[i]) continue
    const small = row + Math.min(half.width - 1, x >> 1)
    const match = matches ? matchOf(matches, small) : -1
    const column = match % half.width
    const from = match < 0 ? -1 : ((match - column) / half.width) * 2 * width + 2 * column
    const shows = from >= 0 && !anyOfFour(occluded, from, width) && !anyOfFour(target, from, width)
    const detail = 4 * (from + (y & 1) * width + (x & 1))
    for (let c = 0; c < 3; c++) {
      const fine = shows ? source[detail + c]! - half.rgb[3 * match + c]! : 0
      data[4 * i + c] = half.rgb[3 * small + c]! + fine
    }
    data[4 * i + 3] = 255
  }
}

/** Pixel index of the match of pixel i, or -1. */
function matchOf({ slot, match }: Matches, i: number): number {
  const own = slot[i]!
  return own < 0 ? -1 : match[own]!
}
