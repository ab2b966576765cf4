import { sampleClamped } from '../../geometry/sample.ts'
import type { SamplingGrid } from './lab-planes.ts'

/** The value of a plane of a grid at a pixel of the picture, bilinear; edges repeat. */
export function sampleGrid(plane: Float32Array, grid: SamplingGrid, x: number, y: number): number {
  const { area, scale } = grid
  return sampleClamped(
    plane,
    grid,
    (x + 0.5 - area.left) / scale - 0.5,
    (y + 0.5 - area.top) / scale - 0.5,
  )
}
