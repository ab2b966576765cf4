import { formula } from '../../raster/formula.ts'
import { inPlaneRoom, inRoom, kernelInRoom, takePlane, zeroPlane } from '../../raster/plane-room.ts'
import {
  AVERAGE_ALONG,
  AVERAGE_PARTS,
  type AverageAlong,
  LAY_BESIDE,
  type LayBeside,
} from '../../raster/simd/average-along.ts'
import { blur, type Size } from '../skin/blur.ts'
import { clearRim, neighboursOf, within } from './neighbours.ts'

/** Lightness and the two colours of a face. */
type Planes = [Float32Array, Float32Array, Float32Array]

/** Which way the lines of a plane run at each place: vectors of length 1, which side is front does not matter. */
export type Flow = { x: Float32Array; y: Float32Array }

/**
 * The flow of a plane by its structure tensor: the direction in which it changes least, taken from as far around as
 * `sigma` pixels (Bigün, Granlund 1987). Only where `cover` is above 0; elsewhere 0.
 */
export function flowOf(plane: Float32Array, cover: Float32Array, size: Size, sigma: number): Flow {
  const [xx, yy, xy] = [0, 0, 0].map(() => takePlane(plane.length)) as Planes
  const { left, right, above, below } = neighboursOf(plane, size)
  const [xxIn, yyIn, xyIn] = [within(xx, size), within(yy, size), within(xy, size)]
  findChange({ left, right, above, below, xx: xxIn, yy: yyIn, xy: xyIn })
  for (const part of [xx, yy, xy]) clearRim(part, size)
  const [a, b, c] = [xx, yy, xy].map((part) => blur(part, size, sigma)) as Planes
  const [x, y] = [zeroPlane(plane.length), zeroPlane(plane.length)]
  turn({ a, b, c, x, y, cover })
  return { x, y }
}

const findChange = formula(`
  dx = right - left
  dy = below - above
  xx = dx * dx
  yy = dy * dy
  xy = dx * dy
`)

// The axis of the strongest change, turned by a right angle: by the sine and cosine of half the tensor's angle.
const turn = formula(`
  where cover > 0
  along = a - b
  across = 2 * c
  length = hypot(along, across)
  cos = length > 0 ? along / length : 1
  x = (across > 0 ? -1 : 1) * sqrt(max(0, (1 - cos) / 2))
  y = sqrt(max(0, (1 + cos) / 2))
`)

/**
 * The mean of planes along their lines, a Gaussian of `sigma` pixels: what a line has in common over its length stays,
 * what varies along it, such as pores and grain, is averaged away. Only where `where` is above 0; elsewhere 0.
 */
export function alongLines(
  planes: Planes,
  { x, y }: Flow,
  where: Float32Array,
  { width, height }: Size,
  sigma: number,
): Planes {
  const blank = (): Float32Array => zeroPlane(width * height)
  const out: Planes = [blank(), blank(), blank()]
  // A third of sigma apart samples still follow a line closely, and fewer cost less.
  const step = Math.max(1, Math.round(sigma / 3))
  const reach = Math.ceil((2 * sigma) / step)
  const kernel = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp(-0.5 * ((k * step) / sigma) ** 2),
  )
  const all = kernel.reduce((sum, weight) => sum + 2 * weight, -1)
  layBeside ??= kernelInRoom<LayBeside>(LAY_BESIDE)
  averageAlong ??= kernelInRoom<AverageAlong>(AVERAGE_ALONG)
  const run = { layBeside, averageAlong }
  inPlaneRoom(() => {
    const at = ({ byteOffset }: Float32Array): number => byteOffset
    const [l, a, b] = planes.map(inRoom) as Planes
    const pixels = takePlane(4 * (width * height + 3))
    run.layBeside(at(pixels), at(l), at(a), at(b), Math.ceil((width * height) / 4))
    const weights = inRoom(kernel.map((weight) => weight / all))
    const [toL, toA, toB] = out
    const far = step * AVERAGE_PARTS
    const flow = [at(inRoom(x)), at(inRoom(y)), at(inRoom(where))] as const
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

let layBeside: LayBeside | undefined
let averageAlong: AverageAlong | undefined
