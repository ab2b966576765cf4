import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane } from '../arena.ts'
import { formula } from '../formula.ts'
import { LINE_ROUNDNESS } from '../tuning.ts'
import { blur } from './blur.ts'

/**
 * How much each pixel lies in a dark line, in the plane's units: the larger eigenvalue of the Hessian, less 1.5 times
 * the magnitude of the smaller one. Bright lines, round spots and even slopes give 0, as in the ridge filters that
 * compare the Hessian's eigenvalues (Frangi et al., "Multiscale vessel enhancement filtering", 1998); an edge responds
 * on its dark side, with up to a quarter of its height. Derivatives are multiplied by sigma² so that wide and narrow
 * lines compare (Lindeberg, "Edge detection and ridge detection with automatic scale selection", 1998).
 * @param plane blurred by `sigma` pixels; lines of about this width respond
 * @returns 0 on the plane's outermost pixels
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

// `mean` ± `spread` are the eigenvalues of the Hessian.
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
  groove = mean + spread - ${LINE_ROUNDNESS} * abs(mean - spread)
  depth = mean > 0 ? max(0, groove) * scale : 0
`,
)

/** The direction of lines at each pixel: vectors of length 1. A vector and its opposite mean the same. */
export type OrientationField = { x: Float32Array; y: Float32Array }

type Tensor = [Float32Array, Float32Array, Float32Array]

/**
 * The direction in which a plane changes least, by the structure tensor (Bigün, Granlund, "Optimal orientation
 * detection of linear symmetry", 1987).
 * @param cover the direction is found where this is above 0; elsewhere both components are 0
 * @param sigma pixels; how far around the tensor is averaged
 */
export function lineOrientation(
  plane: Float32Array,
  cover: Float32Array,
  size: Size,
  sigma: number,
): OrientationField {
  const xx = allocPlane(plane.length)
  const yy = allocPlane(plane.length)
  const xy = allocPlane(plane.length)
  const { left, right, above, below } = shiftedViews(plane, size)
  const [xxIn, yyIn, xyIn] = [interior(xx, size), interior(yy, size), interior(xy, size)]
  findTensor({ left, right, above, below, xx: xxIn, yy: yyIn, xy: xyIn })
  for (const part of [xx, yy, xy]) clearBorder(part, size)
  const [a, b, c] = [xx, yy, xy].map((part) => blur(part, size, sigma)) as Tensor
  const [x, y] = [allocZeroPlane(plane.length), allocZeroPlane(plane.length)]
  orient({ a, b, c, x, y, cover })
  return { x, y }
}

const findTensor = formula(
  { planes: ['right', 'left', 'below', 'above', 'xx', 'yy', 'xy'] },
  `
  dx = right - left
  dy = below - above
  xx = dx * dx
  yy = dy * dy
  xy = dx * dy
`,
)

// The direction of strongest change has half the tensor's angle; its normal is taken by the half-angle formulas.
const orient = formula(
  { planes: ['cover', 'a', 'b', 'c', 'x', 'y'] },
  `
  where cover > 0
  along = a - b
  across = 2 * c
  length = hypot(along, across)
  cos = length > 0 ? along / length : 1
  x = (across > 0 ? -1 : 1) * sqrt(max(0, (1 - cos) / 2))
  y = sqrt(max(0, (1 + cos) / 2))
`,
)

/**
 * Views of a plane moved by one pixel each way, so that a formula reads a pixel's neighbours by name. They span what
 * {@link interior} spans. Rows follow each other without a gap, so results in the first and the last column are
 * meaningless: {@link clearBorder} clears them.
 */
function shiftedViews(plane: Float32Array, { width, height }: Size) {
  const moved = (by: number): Float32Array => {
    const start = width + 1 + by
    return plane.subarray(start, start + width * (height - 2) - 2)
  }
  return {
    here: moved(0),
    left: moved(-1),
    right: moved(1),
    above: moved(-width),
    below: moved(width),
    aboveLeft: moved(-width - 1),
    aboveRight: moved(-width + 1),
    belowLeft: moved(width - 1),
    belowRight: moved(width + 1),
  }
}

/** A view of a plane from the second pixel of its second row to the last but one of its last but one row. */
function interior(plane: Float32Array, { width, height }: Size): Float32Array {
  return plane.subarray(width + 1, width * (height - 1) - 1)
}

/** Sets the outermost pixels, which lack neighbours, to 0. */
function clearBorder(plane: Float32Array, { width, height }: Size): void {
  plane.fill(0, 0, width)
  plane.fill(0, width * (height - 1))
  for (let y = 1; y + 1 < height; y++) {
    plane[y * width] = 0
    plane[(y + 1) * width - 1] = 0
  }
}
