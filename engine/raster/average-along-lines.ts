import { allocPlane, allocZeroPlane, instantiateKernel, toArena, withArena } from './arena.ts'
import { blur, type Size } from './blur.ts'
import { formula } from './formula.ts'
import { clearBorder, interior, shiftedViews } from './neighbours.ts'
import {
  AVERAGE_ALONG_FLOW,
  type AverageAlongFlow,
  FLOW_FIXED_ONE,
  INTERLEAVE_PLANES,
  type InterleavePlanes,
} from './simd/average-along-flow.ts'

/** Lightness and the two colours of a face. */
type ThreePlanes = [Float32Array, Float32Array, Float32Array]

/** Which way the lines of a plane run at each place: vectors of length 1, which side is front does not matter. */
export type OrientationField = { x: Float32Array; y: Float32Array }

/**
 * The flow of a plane by its structure tensor: the direction in which it changes least, taken from as far around as
 * `sigma` pixels (Bigün, Granlund 1987). Only where `cover` is above 0; elsewhere 0.
 */
export function lineOrientation(
  plane: Float32Array,
  cover: Float32Array,
  size: Size,
  sigma: number,
): OrientationField {
  const [xx, yy, xy] = [0, 0, 0].map(() => allocPlane(plane.length)) as ThreePlanes
  const { left, right, above, below } = shiftedViews(plane, size)
  const [xxIn, yyIn, xyIn] = [interior(xx, size), interior(yy, size), interior(xy, size)]
  findTensor({ left, right, above, below, xx: xxIn, yy: yyIn, xy: xyIn })
  for (const part of [xx, yy, xy]) clearBorder(part, size)
  const [a, b, c] = [xx, yy, xy].map((part) => blur(part, size, sigma)) as ThreePlanes
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

// The axis of the strongest change, turned by a right angle: by the sine and cosine of half the tensor's angle.
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
 * The mean of planes along their lines, a Gaussian of `sigma` pixels: what a line has in common over its length stays,
 * what varies along it, such as pores and grain, is averaged away. Only where `where` is above 0; elsewhere 0.
 */
export function averageAlongLines(
  planes: ThreePlanes,
  { x, y }: OrientationField,
  where: Float32Array,
  { width, height }: Size,
  sigma: number,
): ThreePlanes {
  const blank = (): Float32Array => allocZeroPlane(width * height)
  const out: ThreePlanes = [blank(), blank(), blank()]
  // A third of sigma apart samples still follow a line closely, and fewer cost less.
  const step = Math.max(1, Math.round(sigma / 3))
  const reach = Math.ceil((2 * sigma) / step)
  const kernel = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp(-0.5 * ((k * step) / sigma) ** 2),
  )
  const all = kernel.reduce((sum, weight) => sum + 2 * weight, -1)
  layBeside ??= instantiateKernel<InterleavePlanes>(INTERLEAVE_PLANES)
  averageAlong ??= instantiateKernel<AverageAlongFlow>(AVERAGE_ALONG_FLOW)
  const run = { layBeside, averageAlong }
  withArena(() => {
    const at = ({ byteOffset }: Float32Array): number => byteOffset
    const [l, a, b] = planes.map(toArena) as ThreePlanes
    const pixels = allocPlane(4 * (width * height + 3))
    run.layBeside(at(pixels), at(l), at(a), at(b), Math.ceil((width * height) / 4))
    const weights = toArena(kernel.map((weight) => weight / all))
    const [toL, toA, toB] = out
    const far = step * FLOW_FIXED_ONE
    const flow = [at(toArena(x)), at(toArena(y)), at(toArena(where))] as const
    run.averageAlong(
      at(toL),
      at(toA),
      at(toB),
      at(pixels),
      ...flow,
      width,
      height,
      at(weights),
      reach,
      far,
    )
  })
  return out
}

let layBeside: InterleavePlanes | undefined
let averageAlong: AverageAlongFlow | undefined
