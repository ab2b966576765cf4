import type { Size } from './size.ts'

/** Values of a grid, row by row. */
export type SampledPlane = Size & { data: ArrayLike<number> }

/** Bilinear value of a plane at (x, y). Pixel centres lie at whole numbers; beyond the edge its values repeat. */
export function sampleClamped(plane: SampledPlane, x: number, y: number): number {
  const { width, height, data } = plane
  const cx = Math.min(width - 1, Math.max(0, x))
  const cy = Math.min(height - 1, Math.max(0, y))
  const x0 = Math.min(width - 1, Math.floor(cx))
  const y0 = Math.min(height - 1, Math.floor(cy))
  const x1 = Math.min(width - 1, x0 + 1)
  const y1 = Math.min(height - 1, y0 + 1)
  const u = cx - x0
  const v = cy - y0
  const top = data[y0 * width + x0]! * (1 - u) + data[y0 * width + x1]! * u
  const bottom = data[y1 * width + x0]! * (1 - u) + data[y1 * width + x1]! * u
  return top * (1 - v) + bottom * v
}
