import type { Picture } from '../raster/picture.ts'

/** What a pixel is to the fill: its colour is known, it is to be invented, or it is neither source nor goal. */
export const KNOWN = 0
export const TARGET = 1
export const OCCLUDED = 2

/** One size of the picture being filled: packed RGB bytes and a state for each pixel. */
export type Level = {
  width: number
  height: number
  /** Pixels of the full size to one of this level. */
  scale: number
  rgb: Uint8ClampedArray
  state: Uint8Array
  /** How far a pixel's colour is to be believed: 1 known, less with each pixel away from what is known, 0 hidden. */
  confidence: Float32Array
}

/** The picture as the fill's finest level. */
export function fullSizeLevel(picture: Picture, hidden: Uint8Array, wanted: Uint8Array): Level {
  const { width, height, data } = picture
  const rgb = new Uint8ClampedArray(width * height * 3)
  const state = new Uint8Array(width * height)
  for (let i = 0; i < state.length; i++) {
    state[i] = wanted[i] ? TARGET : hidden[i] ? OCCLUDED : KNOWN
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = data[i * 4 + c]!
  }
  return { width, height, scale: 1, rgb, state, confidence: new Float32Array(width * height) }
}

/** The picture with the wanted pixels of its finest level painted over, opaque. */
export function paintTarget(picture: Picture, level: Level, wanted: Uint8Array): Picture {
  const data = new Uint8ClampedArray(picture.data)
  for (let i = 0; i < level.state.length; i++) {
    if (!wanted[i]) continue
    for (let c = 0; c < 3; c++) data[i * 4 + c] = level.rgb[i * 3 + c]!
    data[i * 4 + 3] = 255
  }
  return { width: picture.width, height: picture.height, data }
}

/**
 * Half the size. A small pixel is wanted if any of its four is, known if all are, else hidden; its colour is the mean of
 * those that are known or guessed, and with none of them it is hidden.
 */
export function halveLevel({ width, height, scale, rgb, state, confidence }: Level): Level {
  const w = Math.max(1, width >> 1)
  const h = Math.max(1, height >> 1)
  const small = new Uint8ClampedArray(w * h * 3)
  const states = new Uint8Array(w * h)
  const right = width > 1 ? 1 : 0
  const down = height > 1 ? width : 0
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = 2 * y * width + 2 * x
      const at = y * w + x
      states[at] = coarserState(
        state[i]!,
        state[i + right]!,
        state[i + down]!,
        state[i + down + right]!,
      )
      let [r, g, b, n] = [0, 0, 0, 0]
      for (let f = 0; f < 4; f++) {
        const from = i + (f & 1 ? right : 0) + (f & 2 ? down : 0)
        if (confidence[from] === 0) continue
        n++
        r += rgb[3 * from]!
        g += rgb[3 * from + 1]!
        b += rgb[3 * from + 2]!
      }
      if (n === 0) {
        states[at] = OCCLUDED
        continue
      }
      small[3 * at] = r / n
      small[3 * at + 1] = g / n
      small[3 * at + 2] = b / n
    }
  }
  return {
    width: w,
    height: h,
    scale: 2 * scale,
    rgb: small,
    state: states,
    confidence: new Float32Array(w * h),
  }
}

/** Which pixels can stand in the middle of a (2r+1)² patch made of known pixels only: 1 yes. */
export function sourceCentres({ width, height, state }: Level, r: number): Uint8Array {
  const bad = new Int32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += state[y * width + x] === KNOWN ? 0 : 1
      bad[(y + 1) * (width + 1) + x + 1] = bad[y * (width + 1) + x + 1]! + row
    }
  }
  const good = new Uint8Array(width * height)
  for (let y = r; y < height - r; y++) {
    for (let x = r; x < width - r; x++) {
      const t = (y - r) * (width + 1)
      const b = (y + r + 1) * (width + 1)
      const count = bad[b + x + r + 1]! - bad[b + x - r]! - bad[t + x + r + 1]! + bad[t + x - r]!
      good[y * width + x] = count === 0 ? 1 : 0
    }
  }
  return good
}

function coarserState(a: number, b: number, c: number, d: number): number {
  if (a === TARGET || b === TARGET || c === TARGET || d === TARGET) return TARGET
  return a === KNOWN && b === KNOWN && c === KNOWN && d === KNOWN ? KNOWN : OCCLUDED
}
