import type { Size } from '../skin/blur.ts'

/**
 * How much each place lies in a dark line: the depth, in the plane's units, of a groove that is as wide as the blur
 * and runs straight on. Bright lines, round points, edges and even slopes give 0. By the eigenvalues of the Hessian,
 * which are normalised by the blur's sigma so that wide and narrow grooves compare (Lindeberg 1998).
 * @param plane blurred by `sigma` pixels
 */
export function lineness(
  plane: Float32Array,
  { width, height }: Size,
  sigma: number,
): Float32Array {
  const depth = new Float32Array(plane.length)
  const scale = sigma * sigma
  for (let y = 1; y + 1 < height; y++) {
    for (let x = 1; x + 1 < width; x++) {
      const i = y * width + x
      const twice = 2 * plane[i]!
      const xx = plane[i - 1]! + plane[i + 1]! - twice
      const yy = plane[i - width]! + plane[i + width]! - twice
      // Along a ridge and on a slope nothing is left.
      const mean = (xx + yy) / 2
      if (mean <= 0) continue
      const xy =
        (plane[i - width - 1]! +
          plane[i + width + 1]! -
          plane[i - width + 1]! -
          plane[i + width - 1]!) /
        4
      const spread = Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
      const groove = mean + spread - 1.5 * Math.abs(mean - spread)
      if (groove > 0) depth[i] = groove * scale
    }
  }
  return depth
}
