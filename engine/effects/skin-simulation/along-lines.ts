import { formula } from '../../raster/formula.ts'
import { takePlane, zeroPlane } from '../../raster/plane-room.ts'
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
  { x: fx, y: fy }: Flow,
  where: Float32Array,
  { width, height }: Size,
  sigma: number,
): Planes {
  const [l, a, b] = planes
  const blank = (): Float32Array => zeroPlane(l.length)
  const out: Planes = [blank(), blank(), blank()]
  // A third of sigma apart samples still follow a line closely, and fewer cost less.
  const step = Math.max(1, Math.floor(sigma / 3))
  const reach = Math.ceil((2 * sigma) / step)
  const kernel = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp(-0.5 * ((k * step) / sigma) ** 2),
  )
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      if (!(where[i]! > 0)) continue
      let [sumL, sumA, sumB] = [l[i]!, a[i]!, b[i]!]
      let count = 1
      for (let k = 1; k <= reach; k++) {
        const [dx, dy] = [k * step * fx[i]!, k * step * fy[i]!]
        for (let side = -1; side <= 1; side += 2) {
          const column = Math.min(width - 1, Math.max(0, Math.round(x + side * dx)))
          const row = Math.min(height - 1, Math.max(0, Math.round(y + side * dy)))
          const at = row * width + column
          const weight = kernel[k]!
          sumL += weight * l[at]!
          sumA += weight * a[at]!
          sumB += weight * b[at]!
          count += weight
        }
      }
      out[0][i] = sumL / count
      out[1][i] = sumA / count
      out[2][i] = sumB / count
    }
  }
  return out
}
