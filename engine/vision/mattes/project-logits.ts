import { sampleClamped } from '../../geometry/sample.ts'
import type { Roi } from '../input/roi.ts'
import { sigmoid } from '../vision.ts'
import type { Plane } from './box-mean.ts'
import type { MatteRegion } from './matte-region.ts'

/** Pixels along the side of the network's mask. */
const SIZE = 256
const MASK = { width: SIZE, height: SIZE }

/** An upright grid over a part of a picture. */
type Grid = Pick<MatteRegion, 'left' | 'top' | 'width' | 'height' | 'scale'> & {
  /** Rows of the grid per source pixel. @default `scale` */
  rowScale?: number
}

/**
 * Resamples a network's mask from its rotated input to the upright grid of a region.
 * @param logits 256 × 256 values over `roi`
 * @returns probabilities (0–1) on the region's grid, 0 outside `roi`
 */
export function projectLogits(logits: Float32Array, roi: Roi, region: Grid): Plane {
  const rowScale = region.rowScale ?? region.scale
  const plane = new Float32Array(region.width * region.height)
  for (let row = 0; row < region.height; row++) {
    const y = region.top + (row + 0.5) / rowScale
    projectRow(logits, roi, region, y, plane.subarray(row * region.width, (row + 1) * region.width))
  }
  return plane
}

/** @param y of the row, in source pixels */
function projectRow(
  logits: Float32Array,
  roi: Roi,
  { left, scale }: Grid,
  y: number,
  to: Float32Array,
): void {
  const perPixel = SIZE / roi.side
  const cos = Math.cos(roi.angle) * perPixel
  const sin = Math.sin(roi.angle) * perPixel
  const dy = y - roi.y
  for (let column = 0; column < to.length; column++) {
    const dx = left + (column + 0.5) / scale - roi.x
    const u = dx * cos + dy * sin + SIZE / 2 - 0.5
    const v = dy * cos - dx * sin + SIZE / 2 - 0.5
    if (u < -0.5 || v < -0.5 || u > SIZE - 0.5 || v > SIZE - 0.5) continue
    to[column] = sigmoid(sampleClamped(logits, MASK, u, v))
  }
}
