import type { Picture } from '../raster/picture.ts'
import { KNOWN, type Level, OCCLUDED, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'

/** The picture at half its size, as the fill's finest level; see `halve` for what becomes of the states. */
export function halfSizeLevel(picture: Picture, hidden: Uint8Array, wanted: Uint8Array): Level {
  const { width, height, data } = picture
  const w = width >> 1
  const h = height >> 1
  const rgb = new Uint8ClampedArray(w * h * 3)
  const state = new Uint8Array(w * h)
  for (let y = 0, at = 0; y < h; y++) {
    for (let x = 0, i = 2 * y * width; x < w; x++, i += 2, at++) {
      const below = i + width
      if (wanted[i] || wanted[i + 1] || wanted[below] || wanted[below + 1]) state[at] = TARGET
      else if (hidden[i] || hidden[i + 1] || hidden[below] || hidden[below + 1])
        state[at] = OCCLUDED
      else state[at] = KNOWN
      for (let c = 0; c < 3; c++) {
        const above = data[4 * i + c]! + data[4 * i + 4 + c]!
        rgb[3 * at + c] = (above + data[4 * below + c]! + data[4 * below + 4 + c]!) / 4
      }
    }
  }
  return { width: w, height: h, scale: 2, rgb, state, confidence: new Float32Array(w * h) }
}

/**
 * The picture with its wanted pixels painted over, opaque: in the colours of the filled half, with the finest detail of
 * the places that these were copied from.
 */
export function paintWithDetail(
  picture: Picture,
  half: Level,
  wanted: Uint8Array,
  matches: Matches | undefined,
): Picture {
  const { width, height } = picture
  const source = picture.data
  const data = new Uint8ClampedArray(source)
  for (let y = 0; y < height; y++) {
    const row = Math.min(half.height - 1, y >> 1) * half.width
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (!wanted[i]) continue
      const small = row + Math.min(half.width - 1, x >> 1)
      const match = matches ? matchOf(matches, small) : -1
      const column = match % half.width
      const from = match < 0 ? -1 : ((match - column) / half.width) * 2 * width + 2 * column
      const detail = from < 0 ? -1 : 4 * (from + (y & 1) * width + (x & 1))
      for (let c = 0; c < 3; c++) {
        const fine = detail < 0 ? 0 : source[detail + c]! - half.rgb[3 * match + c]!
        data[4 * i + c] = half.rgb[3 * small + c]! + fine
      }
      data[4 * i + 3] = 255
    }
  }
  return { width, height, data }
}

function matchOf({ slot, match }: Matches, at: number): number {
  const place = slot[at]!
  return place < 0 ? -1 : match[place]!
}
