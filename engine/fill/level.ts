import { growMask } from '../raster/mask/grow-mask.ts'
import type { Picture } from '../raster/picture.ts'

/** States of a pixel: known background, background to fill, and foreground that is neither copied from nor filled. */
export const KNOWN = 0
export const TARGET = 1
export const OCCLUDED = 2

/** One level of the image pyramid of a fill. */
export type Level = {
  width: number
  height: number
  /** Full-size pixels per pixel of this level, along one side. */
  scale: number
  /** Three bytes a pixel, levels 0-255. */
  rgb: Uint8ClampedArray
  /** KNOWN, TARGET or OCCLUDED, for each pixel. */
  state: Uint8Array
  /** Confidence in each pixel's colour: 1 where known, less with each pixel into the target, 0 where it has none. */
  confidence: Float32Array
}

/** The picture as the finest level of a fill; its confidence is still 0. Masks hold 1 or 0 for each pixel. */
export function fullSizeLevel(picture: Picture, occluded: Uint8Array, target: Uint8Array): Level {
  const { width, height, data } = picture
  const rgb = new Uint8ClampedArray(width * height * 3)
  const state = new Uint8Array(width * height)
  for (let i = 0; i < state.length; i++) {
    state[i] = target[i] ? TARGET : occluded[i] ? OCCLUDED : KNOWN
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = data[i * 4 + c]!
  }
  return { width, height, scale: 1, rgb, state, confidence: new Float32Array(width * height) }
}

/** A new picture with the target pixels painted in the colours of the full-size level, opaque. */
export function paintTarget(picture: Picture, level: Level, target: Uint8Array): Picture {
  const data = new Uint8ClampedArray(picture.data)
  for (let i = 0; i < level.state.length; i++) {
    if (!target[i]) continue
    for (let c = 0; c < 3; c++) data[i * 4 + c] = level.rgb[i * 3 + c]!
    data[i * 4 + 3] = 255
  }
  return { width: picture.width, height: picture.height, data }
}

/**
 * The next coarser level, half the size; an odd last row or column is left out. A pixel is a target if any of its four
 * is, known if all are, else occluded. Its colour is the mean of those with any confidence; with none it is occluded.
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
      const [b, c, d] = [i + right, i + down, i + down + right]
      const [ofA, ofB] = [confidence[i] === 0 ? 0 : 1, confidence[b] === 0 ? 0 : 1]
      const [ofC, ofD] = [confidence[c] === 0 ? 0 : 1, confidence[d] === 0 ? 0 : 1]
      const n = ofA + ofB + ofC + ofD
      if (n === 0) {
        states[at] = OCCLUDED
        continue
      }
      for (let k = 0; k < 3; k++) {
        const sum =
          ofA * rgb[3 * i + k]! +
          ofB * rgb[3 * b + k]! +
          ofC * rgb[3 * c + k]! +
          ofD * rgb[3 * d + k]!
        small[3 * at + k] = sum / n
      }
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

/** 1 for each pixel whose patch, of 2r + 1 pixels a side, lies in the level and is all known, 0 for others. */
export function sourceCentres({ width, height, state }: Level, r: number): Uint8Array {
  const unknown = new Uint8Array(state.length)
  for (let i = 0; i < state.length; i++) unknown[i] = state[i] === KNOWN ? 0 : 1
  const beside = growMask(unknown, { width, height }, r)
  const isCentre = new Uint8Array(state.length)
  for (let y = r; y < height - r; y++) {
    const end = (y + 1) * width - r
    for (let i = y * width + r; i < end; i++) isCentre[i] = 1 - beside[i]!
  }
  return isCentre
}

function coarserState(a: number, b: number, c: number, d: number): number {
  if (a === TARGET || b === TARGET || c === TARGET || d === TARGET) return TARGET
  return a === KNOWN && b === KNOWN && c === KNOWN && d === KNOWN ? KNOWN : OCCLUDED
}
