import type { SamplingGrid } from './lab-planes.ts'

/** The value of a plane of a grid at a pixel of the picture, bilinear; edges repeat. */
export function sampleGrid(
  plane: Float32Array,
  { area, scale, width, height }: SamplingGrid,
  x: number,
  y: number,
): number {
  const u = Math.min(width - 1, Math.max(0, (x + 0.5 - area.left) / scale - 0.5))
  const v = Math.min(height - 1, Math.max(0, (y + 0.5 - area.top) / scale - 0.5))
  const left = Math.floor(u)
  const top = Math.floor(v)
  const across = u - left
  const above = top * width
  const below = Math.min(height - 1, top + 1) * width
  const right = Math.min(width - 1, left + 1)
  const upper = plane[above + left]! * (1 - across) + plane[above + right]! * across
  const lower = plane[below + left]! * (1 - across) + plane[below + right]! * across
  return upper * (1 - (v - top)) + lower * (v - top)
}
