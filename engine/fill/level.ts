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
  const level = {
    width,
    height,
    scale: 1,
    rgb,
    state,
    confidence: new Float32Array(width * height),
  }
  for (let y = 0; y < height; y++) readRow(level, data, occluded, target, y)
  return level
}

function readRow(
  { width, rgb, state }: Level,
  data: Uint8ClampedArray,
  occluded: Uint8Array,
  target: Uint8Array,
  y: number,
): void {
  const end = (y + 1) * width
  for (let i = y * width, to = 3 * i, from = 4 * i; i < end; i++, to += 3, from += 4) {
    state[i] = target[i] ? TARGET : occluded[i] ? OCCLUDED : KNOWN
    rgb[to] = data[from]!
    rgb[to + 1] = data[from + 1]!
    rgb[to + 2] = data[from + 2]!
  }
}

/**
 * The picture with the target pixels painted in the colours of the full-size level, opaque.
 * @param data a copy of its pixels, which are painted
 */
export function paintTarget(
  picture: Picture,
  level: Level,
  target: Uint8Array,
  data: Uint8ClampedArray = new Uint8ClampedArray(picture.data),
): Picture {
  const { width, height } = picture
  for (let y = 0; y < height; y++) paintRow(data, level.rgb, target, y * width, (y + 1) * width)
  return { width, height, data }
}

function paintRow(
  data: Uint8ClampedArray,
  rgb: Uint8ClampedArray,
  target: Uint8Array,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    if (!target[i]) continue
    data[4 * i] = rgb[3 * i]!
    data[4 * i + 1] = rgb[3 * i + 1]!
    data[4 * i + 2] = rgb[3 * i + 2]!
    data[4 * i + 3] = 255
  }
}

/**
 * The next coarser level, half the size; an odd last row or column is left out. A pixel is a target if any of its four
 * is, known if all are, else occluded. Its colour is the mean of those with any confidence; with none it is occluded.
 */
export function halveLevel(level: Level): Level {
  const w = Math.max(1, level.width >> 1)
  const h = Math.max(1, level.height >> 1)
  const half = {
    width: w,
    height: h,
    scale: 2 * level.scale,
    rgb: new Uint8ClampedArray(w * h * 3),
    state: new Uint8Array(w * h),
    confidence: new Float32Array(w * h),
  }
  for (let y = 0; y < h; y++) halveRow(level, half, y)
  return half
}

function halveRow({ width, height, rgb, state, confidence }: Level, half: Level, y: number): void {
  const right = width > 1 ? 1 : 0
  const down = height > 1 ? width : 0
  const end = (y + 1) * half.width
  for (let at = y * half.width, i = 2 * y * width; at < end; at++, i += 2) {
    const [b, c, d] = [i + right, i + down, i + down + right]
    const [ofA, ofB] = [confidence[i] === 0 ? 0 : 1, confidence[b] === 0 ? 0 : 1]
    const [ofC, ofD] = [confidence[c] === 0 ? 0 : 1, confidence[d] === 0 ? 0 : 1]
    const n = ofA + ofB + ofC + ofD
    if (n === 0) {
      half.state[at] = OCCLUDED
      continue
    }
    half.state[at] = coarserState(state[i]!, state[b]!, state[c]!, state[d]!)
    for (let k = 0; k < 3; k++) {
      const upper = ofA * rgb[3 * i + k]! + ofB * rgb[3 * b + k]!
      half.rgb[3 * at + k] = (upper + ofC * rgb[3 * c + k]! + ofD * rgb[3 * d + k]!) / n
    }
  }
}

/** 1 for each pixel whose patch, of 2r + 1 pixels a side, lies in the level and is all known, 0 for others. */
export function sourceCentres({ width, height, state }: Level, r: number): Uint8Array {
  const unknown = new Uint8Array(state.length)
  for (let y = 0; y < height; y++) markUnknown(state, unknown, y * width, (y + 1) * width)
  const beside = growMask(unknown, { width, height }, r)
  const isCentre = new Uint8Array(state.length)
  for (let y = r; y < height - r; y++) {
    markUnset(beside, isCentre, y * width + r, (y + 1) * width - r)
  }
  return isCentre
}

function markUnknown(state: Uint8Array, unknown: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) unknown[i] = state[i] === KNOWN ? 0 : 1
}

/** Marks what is not set in a mask, from one place to before another. */
function markUnset(mask: Uint8Array, marked: Uint8Array, from: number, to: number): void {
  for (let i = from; i < to; i++) marked[i] = 1 - mask[i]!
}

function coarserState(a: number, b: number, c: number, d: number): number {
  if (a === TARGET || b === TARGET || c === TARGET || d === TARGET) return TARGET
  return a === KNOWN && b === KNOWN && c === KNOWN && d === KNOWN ? KNOWN : OCCLUDED
}
