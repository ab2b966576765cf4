import { catmullRomWeights } from '../../geometry/catmull-rom.ts'
import type { Homography } from '../../video/motion/homography.ts'
import { WARP_PLANE_PHASES } from './tuning.ts'

/** A plane of a frame or of a plate: bytes, and where its first pixel lies on the plane of a whole frame. */
export type PlanePart = {
  data: Uint8Array
  width: number
  height: number
  /** Pixels of this plane. */
  left: number
  top: number
  /** The width of a whole frame's plane. */
  frameWidth: number
}

/** Where a map takes the pixels of a row on another plane. */
export type RowPlaces = { x: Float64Array; y: Float64Array }

/**
 * Where a map takes the pixels of one row of a part on another one, in pixels of that: 0 at the centre of its first
 * pixel.
 * @param from the first pixel of the row that is asked for; `to` is behind the last one
 */
export function mapRow(
  part: Pick<PlanePart, 'left' | 'top' | 'frameWidth'>,
  map: Homography,
  other: Pick<PlanePart, 'left' | 'top' | 'frameWidth'>,
  row: number,
  { from, to }: { from: number; to: number },
  into: RowPlaces,
): void {
  const [a, b, c, d, e, f, g, h, i] = map as unknown as readonly number[] as NineNumbers
  const v = (part.top + row + 0.5) / part.frameWidth
  const [rowX, rowY, rowW] = [b * v + c, e * v + f, h * v + i]
  const { x: xs, y: ys } = into
  for (let x = from; x < to; x++) {
    const u = (part.left + x + 0.5) / part.frameWidth
    const scale = other.frameWidth / (g * u + rowW)
    xs[x] = (a * u + rowX) * scale - 0.5 - other.left
    ys[x] = (d * u + rowY) * scale - 0.5 - other.top
  }
}

export function newRowPlaces(width: number): RowPlaces {
  return { x: new Float64Array(width), y: new Float64Array(width) }
}

type NineNumbers = [number, number, number, number, number, number, number, number, number]

const CUBIC = cubicWeights()

function cubicWeights(): Float64Array {
  const weights = new Float64Array(4 * (WARP_PLANE_PHASES + 1))
  for (let phase = 0; phase <= WARP_PLANE_PHASES; phase++) {
    catmullRomWeights(phase / WARP_PLANE_PHASES, weights, 4 * phase)
  }
  return weights
}

/**
 * The value between pixels by Catmull and Rom's cubic (1974), which keeps detail that a bilinear one blurs. Outside,
 * the nearest pixel counts.
 */
export function sampleCubic(
  { data, width, height }: Pick<PlanePart, 'data' | 'width' | 'height'>,
  x: number,
  y: number,
): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const across4 = 4 * Math.round((x - left) * WARP_PLANE_PHASES)
  const down4 = 4 * Math.round((y - top) * WARP_PLANE_PHASES)
  if ((across4 | down4) === 0 && left >= 0 && top >= 0 && left < width && top < height) {
    return data[top * width + left]!
  }
  const a = CUBIC[across4]!
  const b = CUBIC[across4 + 1]!
  const c = CUBIC[across4 + 2]!
  const d = CUBIC[across4 + 3]!
  const p = CUBIC[down4]!
  const q = CUBIC[down4 + 1]!
  const r = CUBIC[down4 + 2]!
  const s = CUBIC[down4 + 3]!
  if (left >= 1 && top >= 1 && left + 2 < width && top + 2 < height) {
    const i = (top - 1) * width + left - 1
    const j = i + width
    const k = j + width
    const l = k + width
    return (
      p * (a * data[i]! + b * data[i + 1]! + c * data[i + 2]! + d * data[i + 3]!) +
      q * (a * data[j]! + b * data[j + 1]! + c * data[j + 2]! + d * data[j + 3]!) +
      r * (a * data[k]! + b * data[k + 1]! + c * data[k + 2]! + d * data[k + 3]!) +
      s * (a * data[l]! + b * data[l + 1]! + c * data[l + 2]! + d * data[l + 3]!)
    )
  }
  let sum = 0
  for (const [row, down] of [p, q, r, s].entries()) {
    const line = Math.min(height - 1, Math.max(0, top - 1 + row)) * width
    for (const [column, across] of [a, b, c, d].entries()) {
      const from = Math.min(width - 1, Math.max(0, left - 1 + column))
      sum += down * across * data[line + from]!
    }
  }
  return sum
}
