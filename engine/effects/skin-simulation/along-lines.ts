import { blur, type Size } from '../skin/blur.ts'

/** Which way the lines of a plane run at each place: vectors of length 1, which side is front does not matter. */
export type Flow = { x: Float32Array; y: Float32Array }

/**
 * The flow of a plane by its structure tensor: the direction in which it changes least, taken from as far around as
 * `sigma` pixels (Bigün, Granlund 1987).
 */
export function flowOf(plane: Float32Array, size: Size, sigma: number): Flow {
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
    // The axis of the strongest change, turned by a right angle.
    const angle = 0.5 * Math.atan2(2 * c![i]!, a![i]! - b![i]!)
    flow.x[i] = -Math.sin(angle)
    flow.y[i] = Math.cos(angle)
  }
  return flow
}

/**
 * The mean of a plane along its lines, a Gaussian of `sigma` pixels: what a line has in common over its length stays,
 * what varies along it, such as pores and grain, is averaged away. Only where `where` is above 0; elsewhere 0.
 */
export function alongLines(
  plane: Float32Array,
  { x: fx, y: fy }: Flow,
  where: Float32Array,
  { width, height }: Size,
  sigma: number,
): Float32Array {
  const out = new Float32Array(plane.length)
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
      let sum = plane[i]!
      let count = 1
      for (let k = 1; k <= reach; k++) {
        const [dx, dy] = [k * step * fx[i]!, k * step * fy[i]!]
        for (let side = -1; side <= 1; side += 2) {
          const column = Math.min(width - 1, Math.max(0, Math.round(x + side * dx)))
          const row = Math.min(height - 1, Math.max(0, Math.round(y + side * dy)))
          sum += kernel[k]! * plane[row * width + column]!
          count += kernel[k]!
        }
      }
      out[i] = sum / count
    }
  }
  return out
}
