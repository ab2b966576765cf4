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
  const step = Math.max(1, Math.round(sigma / 3))
  const reach = Math.ceil((2 * sigma) / step)
  const kernel = Float32Array.from({ length: reach + 1 }, (_, k) =>
    Math.exp(-0.5 * ((k * step) / sigma) ** 2),
  )
  const all = kernel.reduce((sum, weight) => sum + 2 * weight, -1)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!(where[i]! > 0)) continue
      // Places are whole numbers of PARTS: what is behind a half is the next pixel.
      const dx = Math.round(step * fx[i]! * PARTS)
      const dy = Math.round(step * fy[i]! * PARTS)
      let [sumL, sumA, sumB] = [l[i]!, a[i]!, b[i]!]
      for (let k = 1; k <= reach; k++) {
        const weight = kernel[k]!
        for (let side = -k; side <= k; side += 2 * k) {
          const column = (x * PARTS + HALF + side * dx) >> 16
          const row = (y * PARTS + HALF + side * dy) >> 16
          const at = bound(row, height) * width + bound(column, width)
          sumL += weight * l[at]!
          sumA += weight * a[at]!
          sumB += weight * b[at]!
        }
      }
      out[0][i] = sumL / all
      out[1][i] = sumA / all
      out[2][i] = sumB / all
    }
  }
  return out
}

const PARTS = 65_536
const HALF = PARTS / 2

const bound = (at: number, size: number): number => (at < 0 ? 0 : at < size ? at : size - 1)
