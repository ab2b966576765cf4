import { catmullRomWeights } from '../geometry/catmull-rom.ts'
import type { Size } from '../geometry/size.ts'

/** Scratch: the weights of a sample. */
const across = new Float64Array(4)
const down = new Float64Array(4)

/** A backward displacement for each pixel: pixel p of the changed picture shows what the original shows at p + d(p). */
export type DenseDisplacement = { dx: Float32Array; dy: Float32Array }

/**
 * Samples a plane at p + d(p) for every pixel p, by Catmull-Rom interpolation (Keys 1981); edges repeat.
 * @param out the result, of the plane's size
 */
export function sampleDisplaced(
  plane: Float32Array,
  { width, height }: Size,
  { dx, dy }: DenseDisplacement,
  out: Float32Array,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const u = dx[i]!
      const v = dy[i]!
      if (u === 0 && v === 0) {
        out[i] = plane[i]!
        continue
      }
      const px = Math.min(width - 1, Math.max(0, x + u))
      const py = Math.min(height - 1, Math.max(0, y + v))
      const x0 = Math.floor(px)
      const y0 = Math.floor(py)
      const xa = x0 > 0 ? x0 - 1 : 0
      const xc = x0 + 1 < width ? x0 + 1 : x0
      const xd = x0 + 2 < width ? x0 + 2 : xc
      catmullRomWeights(px - x0, across)
      catmullRomWeights(py - y0, down)
      const at = (row: number): number => {
        const start = (row < 0 ? 0 : row >= height ? height - 1 : row) * width
        return (
          across[0]! * plane[start + xa]! +
          across[1]! * plane[start + x0]! +
          across[2]! * plane[start + xc]! +
          across[3]! * plane[start + xd]!
        )
      }
      out[i] =
        down[0]! * at(y0 - 1) + down[1]! * at(y0) + down[2]! * at(y0 + 1) + down[3]! * at(y0 + 2)
    }
  }
}
