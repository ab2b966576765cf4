import type { Size } from '../../geometry/size.ts'
import {
  addressOf,
  allocPlane,
  allocZeroPlane,
  instantiateKernel,
  toArena,
  withArena,
} from '../arena.ts'
import { SLIDE_ALONG, SLIDE_DOWN } from '../simd/slide-box.ts'

/**
 * The box filter of four planes at once: the means over the square of side 2 · radius + 1 around each pixel, cut at
 * the borders. It uses running sums, so that its time does not depend on the radius.
 * @param values four for each pixel, side by side
 * @param radius pixels, at least 1
 * @param means where the means go, in the open arena; not `values` itself
 */
export function interleavedBoxMean(
  values: Float32Array,
  { width, height }: Size,
  radius: number,
  means: Float32Array,
): void {
  if (values.length === 0) return
  const [slideDown, slideAlong] = [instantiateKernel(SLIDE_DOWN), instantiateKernel(SLIDE_ALONG)]
  withArena(() => {
    const [zeros, sums] = [allocZeroPlane(4 * width), allocZeroPlane(4 * width)]
    const row = allocZeroPlane(4 * (width + 2 * radius + 1))
    const scales = allocPlane(width)
    for (let x = 0; x < width; x++) scales[x] = 1 / countAround(x, width, radius)
    const [from, to, none] = [addressOf(toArena(values)), addressOf(means), addressOf(zeros)]
    const [sumStart, scaleStart] = [addressOf(sums), addressOf(scales)]
    const middle = addressOf(row) + 16 * (radius + 1)
    const stride = 16 * width
    const rowAt = (y: number): number => (y >= 0 && y < height ? from + stride * y : none)
    for (let y = -radius; y < height; y++) {
      const scale = y < 0 ? 0 : 1 / countAround(y, height, radius)
      const [enter, leave] = [rowAt(y + radius), rowAt(y - radius - 1)]
      slideDown(middle, sumStart, enter, leave, width, scale)
      if (y >= 0) slideAlong(to + stride * y, middle, width, radius, scaleStart)
    }
  })
}

/** How many of the places up to `radius` beside one lie within `size`. */
function countAround(at: number, size: number, radius: number): number {
  return Math.min(size, at + radius + 1) - Math.max(0, at - radius)
}
