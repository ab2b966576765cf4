import type { Point } from '../../raster/picture.ts'
import type { Size } from './blur.ts'

/** Adds a filled polygon to a plane: 1 inside, edges to a quarter of a pixel. Even-odd; it may leave the plane. */
export function paintPolygon(plane: Float32Array, size: Size, ring: readonly Point[]): void {
  const ys = ring.map((p) => p.y)
  const first = Math.max(0, Math.floor(Math.min(...ys)))
  const last = Math.min(size.height - 1, Math.ceil(Math.max(...ys)))
  for (let y = first; y <= last; y++) {
    for (let part = 0; part < 4; part++) {
      const cuts = crossings(ring, y + (part + 0.5) / 4)
      for (let k = 0; k + 1 < cuts.length; k += 2)
        span(plane, y * size.width, size.width, cuts[k]!, cuts[k + 1]!)
    }
  }
}

/** Where the outline crosses a height, left to right. Pixel x covers x to x + 1. */
function crossings(ring: readonly Point[], y: number): number[] {
  const cuts: number[] = []
  let from = ring.at(-1)!
  for (const to of ring) {
    if (from.y <= y !== to.y <= y)
      cuts.push(from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y))
    from = to
  }
  return cuts.sort((a, b) => a - b)
}

function span(plane: Float32Array, start: number, width: number, from: number, to: number): void {
  const left = Math.max(0, from)
  const right = Math.min(width, to)
  for (let x = Math.floor(left); x < right; x++) {
    const share = Math.min(right, x + 1) - Math.max(left, x)
    if (share > 0) plane[start + x] = Math.min(1, plane[start + x]! + share / 4)
  }
}
