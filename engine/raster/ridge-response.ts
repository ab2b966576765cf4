import { allocPlane } from './arena.ts'
import type { Size } from './blur.ts'
import { formula } from './formula.ts'
import { clearBorder, interior, shiftedViews } from './neighbours.ts'

/**
 * How much each place lies in a dark line: the depth, in the plane's units, of a groove that is as wide as the blur
 * and runs straight on. Bright lines, round points, edges and even slopes give 0. By the eigenvalues of the Hessian,
 * which are normalised by the blur's sigma so that wide and narrow grooves compare (Lindeberg 1998).
 * @param plane blurred by `sigma` pixels
 */
export function ridgeResponse(plane: Float32Array, size: Size, sigma: number): Float32Array {
  const depth = allocPlane(plane.length)
  findGrooves(
    { ...shiftedViews(plane, size), depth: interior(depth, size) },
    { scale: sigma * sigma },
  )
  clearBorder(depth, size)
  return depth
}

// Along a ridge and on a slope nothing is left.
const findGrooves = formula(
  {
    planes: [
      'left',
      'right',
      'here',
      'above',
      'below',
      'aboveLeft',
      'belowRight',
      'aboveRight',
      'belowLeft',
      'depth',
    ],
    scalars: ['scale'],
  },
  `
  xx = left + right - 2 * here
  yy = above + below - 2 * here
  mean = (xx + yy) / 2
  xy = (aboveLeft + belowRight - aboveRight - belowLeft) / 4
  spread = sqrt(square((xx - yy) / 2) + square(xy))
  groove = mean + spread - 1.5 * abs(mean - spread)
  depth = mean > 0 ? max(0, groove) * scale : 0
`,
)
