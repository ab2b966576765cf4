import { sampleClamped } from '../../geometry/sample.ts'
import { BLOCK, type Luma, type Motion } from './estimate-motion.ts'

/** Steps of refinement. */
const STEPS = 3

/** Pixels by which a vector may be corrected in all; block matching is right to less than this. */
const MOST = 1

/** Added to the tensor: blocks without contrast, or with lines of one direction, keep what is not told. */
const DAMPING = 30

/**
 * Corrects the vectors of block matching to small fractions of a pixel (Lucas and Kanade 1981). Matching alone is a
 * tenth of a pixel short, which adds up where a texture is carried along for seconds.
 */
export function refineMotion(motion: Motion, now: Luma, before: Luma): void {
  for (let at = 0; at < motion.dx.length; at++) refineBlock(motion, now, before, at)
}

function refineBlock({ columns, dx, dy }: Motion, now: Luma, before: Luma, at: number): void {
  const startX = dx[at]!
  const startY = dy[at]!
  if (startX === 0 && startY === 0) return
  const left = Math.max(1, (at % columns) * BLOCK - 2)
  const top = Math.max(1, Math.floor(at / columns) * BLOCK - 2)
  const right = Math.min(now.width - 1, left + BLOCK + 4)
  const bottom = Math.min(now.height - 1, top + BLOCK + 4)
  const { width, y } = now
  let x = startX
  let down = startY
  for (let step = 0; step < STEPS; step++) {
    let [xx, xy, yy, xt, yt] = [DAMPING, 0, DAMPING, 0, 0]
    for (let v = top; v < bottom; v++) {
      for (let u = left; u < right; u++) {
        const pixel = v * width + u
        const gx = (y[pixel + 1]! - y[pixel - 1]!) / 2
        const gy = (y[pixel + width]! - y[pixel - width]!) / 2
        const off = sampleClamped(before.y, before, u + x, v + down) - y[pixel]!
        xx += gx * gx
        xy += gx * gy
        yy += gy * gy
        xt += gx * off
        yt += gy * off
      }
    }
    const determinant = xx * yy - xy * xy
    x -= (yy * xt - xy * yt) / determinant
    down -= (xx * yt - xy * xt) / determinant
    if (Math.abs(x - startX) > MOST || Math.abs(down - startY) > MOST) return
  }
  dx[at] = x
  dy[at] = down
}
