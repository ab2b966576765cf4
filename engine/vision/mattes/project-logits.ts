import type { Roi } from '../input/roi.ts'
import { sigmoid } from '../vision.ts'
import type { Plane } from './box-mean.ts'
import type { MatteRegion } from './matte-region.ts'

/** Pixels along the side of the network's mask. */
const SIZE = 256

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
  const perPixel = SIZE / roi.side
  const cos = Math.cos(roi.angle) * perPixel
  const sin = Math.sin(roi.angle) * perPixel
  for (let row = 0, to = 0; row < region.height; row++) {
    const dy = region.top + (row + 0.5) / rowScale - roi.y
    for (let column = 0; column < region.width; column++, to++) {
      const dx = region.left + (column + 0.5) / region.scale - roi.x
      const u = dx * cos + dy * sin + SIZE / 2 - 0.5
      const v = dy * cos - dx * sin + SIZE / 2 - 0.5
      if (u < -0.5 || v < -0.5 || u > SIZE - 0.5 || v > SIZE - 0.5) continue
      plane[to] = sigmoid(bilinear(logits, u, v))
    }
  }
  return plane
}

/** The bilinear sample at (`u`, `v`), in pixels of the mask; outside it the border is repeated. */
function bilinear(logits: Float32Array, u: number, v: number): number {
  const x = Math.min(SIZE - 2, Math.max(0, Math.floor(u)))
  const y = Math.min(SIZE - 2, Math.max(0, Math.floor(v)))
  const right = Math.min(1, Math.max(0, u - x))
  const down = Math.min(1, Math.max(0, v - y))
  const at = y * SIZE + x
  const upper = logits[at]! * (1 - right) + logits[at + 1]! * right
  const lower = logits[at + SIZE]! * (1 - right) + logits[at + SIZE + 1]! * right
  return upper * (1 - down) + lower * down
}
