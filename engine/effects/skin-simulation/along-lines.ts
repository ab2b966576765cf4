import { blur, type Size } from '../skin/blur.ts'

/** Lightness and the two colours of a face. */
type Planes = [Float32Array, Float32Array, Float32Array]

/** Which way the lines of a plane run at each place: vectors of length 1, which side is front does not matter. */
export type Flow = { x: Float32Array; y: Float32Array }

/**
 * The flow of a plane by its structure tensor: the direction in which it changes least, taken from as far around as
 * `sigma` pixels (Bigün, Granlund 1987). Only where `where` is above 0; elsewhere 0.
 */
export function flowOf(plane: Float32Array, where: Float32Array, size: Size, sigma: number): Flow {
  const { width, height } = size
  const [xx, yy, xy] = [0, 0, 0].map(() => new Float32Array(plane.length))
  for (let y = 1; y + 1 < height; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const dx = plane[i + 1]! - plane[i - 1]!
      const dy = plane[i + width]! - plane[i - width]!
      xx![i] = dx * dx
      yy![i] = dy * dy
      xy![i] = dx * dy
    }
  }
  const [a, b, c] = [xx!, yy!, xy!].map((part) => blur(part, size, sigma))
  const flow = { x: a!, y: b! }
  for (let i = 0; i < plane.length; i++) {
    if (!(where[i]! > 0)) continue
    // The axis of the strongest change, turned by a right angle: by the sine and cosine of half the tensor's angle.
    const along = a![i]! - b![i]!
    const across = 2 * c![i]!
    const length = Math.sqrt(along * along + across * across)
    const cos = length === 0 ? 1 : along / length
    flow.x[i] = (across > 0 ? -1 : 1) * Math.sqrt(Math.max(0, (1 - cos) / 2))
    flow.y[i] = Math.sqrt(Math.max(0, (1 + cos) / 2))
  }
  return flow
}

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
  const blank = (): Float32Array => new Float32Array(l.length)
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
