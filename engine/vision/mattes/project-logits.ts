import type { Roi } from '../input/roi.ts'
import { sigmoid } from '../sigmoid.ts'
import type { Plane } from './box-mean.ts'
import type { MatteRegion } from './matte-region.ts'

const SIZE = 256

/**
 * Lays a network's mask over a region of the picture.
 * @param logits 256 × 256 over the square
 * @returns probabilities on the region's grid; outside the square 0
 */
export function projectLogits(logits: Float32Array, square: Roi, region: MatteRegion): Plane {
  const plane = new Float32Array(region.width * region.height)
  const perPixel = SIZE / square.side
  const cos = Math.cos(square.angle) * perPixel
  const sin = Math.sin(square.angle) * perPixel
  for (let row = 0, to = 0; row < region.height; row++) {
    const dy = region.top + (row + 0.5) / region.scale - square.y
    for (let column = 0; column < region.width; column++, to++) {
      const dx = region.left + (column + 0.5) / region.scale - square.x
      const u = dx * cos + dy * sin + SIZE / 2 - 0.5
      const v = dy * cos - dx * sin + SIZE / 2 - 0.5
      if (u < -0.5 || v < -0.5 || u > SIZE - 0.5 || v > SIZE - 0.5) continue
      plane[to] = sigmoid(bilinear(logits, u, v))
    }
  }
  return plane
}

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
