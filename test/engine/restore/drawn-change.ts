import sharp from 'sharp'
import type { Size } from '../../../engine/geometry/size.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { identityDisplacement } from '../../../engine/raster/warp/displacement.ts'
import { warp } from '../../../engine/raster/warp/warp.ts'
import { drawFace } from '../face/draw-face.ts'

/** What can be done to a picture at any size, so that the truth at full size is known. */
export const KINDS = ['motion', 'colour', 'content', 'smoothing'] as const

export type Kind = (typeof KINDS)[number]

/** The middle and the radius of what changes, as shares of the shorter side. */
const SPOT = { x: 0.5, y: 0.68, radius: 0.3 }

/**
 * A drawn face of three by four, with grain and threads that only its full size shows.
 * @param width pixels; a multiple of 3
 */
export async function drawSource(width: number): Promise<Picture> {
  const height = (width / 3) * 4
  const drawn = (await drawFace({ width: 900, height: 1200, scale: 7 })).picture
  const { data } = await sharp(drawn.data, { raw: { width: 900, height: 1200, channels: 4 } })
    .resize(width, height, { kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture = {
    width,
    height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
  }
  for (let i = 0, at = 0; i < width * height; i++, at += 4) {
    const x = i % width
    const y = (i - x) / width
    const fine = hash(x, y) * 10 + hash(x >> 1, y >> 1) * 14
    const coarse = hash(x >> 4, y >> 4) * 5 + hash((x + 2 * y) >> 3, y >> 6) * 12
    for (let c = 0; c < 3; c++) picture.data[at + c] = picture.data[at + c]! + fine + coarse
  }
  return picture
}

/** Noise of -0.5 to 0.5 that is the same for the same position. */
function hash(x: number, y: number): number {
  const mixed = Math.imul(Math.imul(x + 7919 * y, 2654435761) ^ (x * 31 + y), 2246822519)
  return ((mixed >>> 8) & 0xffff) / 0xffff - 0.5
}

/** The change at the size of a picture, in a disc below its middle. Pixels outside the disc keep their bytes. */
export function change(picture: Picture, kind: Kind): Picture {
  const { width, height } = picture
  const unit = Math.min(width, height)
  const spot = { x: SPOT.x * unit, y: SPOT.y * unit, radius: SPOT.radius * unit }
  /** 1 in the middle, falling to 0 at the edge of the disc. */
  const strength = (x: number, y: number): number => {
    const share = Math.hypot(x + 0.5 - spot.x, y + 0.5 - spot.y) / spot.radius
    return share >= 1 ? 0 : (1 - share * share) ** 2
  }
  if (kind === 'motion') {
    const field = identityDisplacement(width, height, 8)
    for (let n = 0; n < field.dx.length; n++) {
      const x = (n % field.cols) * 8
      const y = Math.floor(n / field.cols) * 8
      field.dx[n] = strength(x, y) * 0.16 * (x + 0.5 - spot.x)
      field.dy[n] = strength(x, y) * 0.02 * unit
    }
    return warp(picture, field, { left: 0, top: 0, width, height })
  }
  const blurred = kind === 'smoothing' ? boxBlur(picture, Math.round(unit / 120)) : undefined
  const data = picture.data.slice()
  for (let i = 0, at = 0; i < width * height; i++, at += 4) {
    const x = i % width
    const y = (i - x) / width
    const share = strength(x, y)
    if (share === 0) continue
    if (kind === 'colour') {
      data[at] = data[at]! + 26 * share
      data[at + 2] = data[at + 2]! - 18 * share
    } else if (kind === 'smoothing') {
      for (let c = 0; c < 3; c++) {
        data[at + c] = data[at + c]! + Math.min(1, 2 * share) * (blurred![at + c]! - data[at + c]!)
      }
    } else {
      const covered = Math.min(1, Math.max(0, (share - 0.2) * 40))
      const stripe = 60 + 120 * (0.5 + 0.5 * Math.sin((90 * (x + y)) / unit))
      for (const [c, tint] of [1, 0.8, 0.5].entries()) {
        data[at + c] = data[at + c]! + covered * (stripe * tint - data[at + c]!)
      }
    }
  }
  return { width, height, data }
}

/** Box means of RGBA over `2 radius + 1` pixels across and down; edges repeat. */
function boxBlur({ width, height, data }: Picture, radius: number): Float32Array {
  const across = new Float32Array(data.length)
  const result = new Float32Array(data.length)
  pass(data, across, { lines: height, length: width, along: 4, next: 4 * width }, radius)
  pass(across, result, { lines: width, length: height, along: 4 * width, next: 4 }, radius)
  return result
}

function pass(
  from: ArrayLike<number>,
  to: Float32Array,
  { lines, length, along, next }: { lines: number; length: number; along: number; next: number },
  radius: number,
): void {
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 4; c++) {
      const start = line * next + c
      const at = (n: number) => from[start + Math.max(0, Math.min(length - 1, n)) * along]!
      let sum = 0
      for (let n = -radius; n <= radius; n++) sum += at(n)
      for (let n = 0; n < length; n++) {
        to[start + n * along] = sum / (2 * radius + 1)
        sum += at(n + radius + 1) - at(n - radius)
      }
    }
  }
}

/** The share of the disc's pixels that are compared: its rim changes by less than a level. */
export function isInside(picture: Picture, x: number, y: number): boolean {
  const unit = Math.min(picture.width, picture.height)
  return Math.hypot(x + 0.5 - SPOT.x * unit, y + 0.5 - SPOT.y * unit) < 0.8 * SPOT.radius * unit
}

/** Peak signal-to-noise ratio in dB, over the inside of the disc. */
export function insidePsnr(picture: Picture, truth: Picture): number {
  let [sum, count] = [0, 0]
  for (let y = 0, at = 0; y < truth.height; y++) {
    for (let x = 0; x < truth.width; x++, at += 4) {
      if (!isInside(truth, x, y)) continue
      for (let c = 0; c < 3; c++) sum += (picture.data[at + c]! - truth.data[at + c]!) ** 2
      count += 3
    }
  }
  return 10 * Math.log10((255 * 255 * count) / Math.max(1e-9, sum))
}

/** Luma within the square that the compared part of the disc surrounds. */
export function insideLuma(picture: Picture): Size & { data: Float32Array } {
  const unit = Math.min(picture.width, picture.height)
  const half = Math.floor(0.8 * SPOT.radius * unit * Math.SQRT1_2)
  const [left, top] = [Math.round(SPOT.x * unit) - half, Math.round(SPOT.y * unit) - half]
  const side = 2 * half
  const data = new Float32Array(side * side)
  for (let i = 0; i < data.length; i++) {
    const at = 4 * ((top + Math.floor(i / side)) * picture.width + left + (i % side))
    const [red, green, blue] = [picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!]
    data[i] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return { width: side, height: side, data }
}
