import { applyTo, type Homography } from '../../video/motion/homography.ts'

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

/**
 * Calls `at` for each pixel of a part with where a map takes it on another one, in pixels of that: 0 at the centre of
 * its first pixel.
 * @param wanted 0 for pixels to leave out
 */
export function mapPixels(
  part: Pick<PlanePart, 'width' | 'height' | 'left' | 'top' | 'frameWidth'>,
  map: Homography,
  other: Pick<PlanePart, 'left' | 'top' | 'frameWidth'>,
  at: (pixel: number, x: number, y: number) => void,
  wanted?: Uint8Array,
): void {
  const to = new Float64Array(2)
  const { width, height, left, top, frameWidth } = part
  for (let y = 0, pixel = 0; y < height; y++) {
    const v = (top + y + 0.5) / frameWidth
    for (let x = 0; x < width; x++, pixel++) {
      if (wanted?.[pixel] === 0) continue
      applyTo(map, (left + x + 0.5) / frameWidth, v, to)
      at(
        pixel,
        to[0]! * other.frameWidth - 0.5 - other.left,
        to[1]! * other.frameWidth - 0.5 - other.top,
      )
    }
  }
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
  const fx = x - left
  const fy = y - top
  if (fx < 1e-4 && fy < 1e-4 && left >= 0 && top >= 0 && left < width && top < height) {
    return data[top * width + left]!
  }
  const a = ((-fx + 2) * fx - 1) * fx * 0.5
  const b = ((3 * fx - 5) * fx * fx + 2) * 0.5
  const c = ((-3 * fx + 4) * fx + 1) * fx * 0.5
  const d = (fx - 1) * fx * fx * 0.5
  const p = ((-fy + 2) * fy - 1) * fy * 0.5
  const q = ((3 * fy - 5) * fy * fy + 2) * 0.5
  const r = ((-3 * fy + 4) * fy + 1) * fy * 0.5
  const s = (fy - 1) * fy * fy * 0.5
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
