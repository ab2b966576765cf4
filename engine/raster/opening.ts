import { copyPlane } from './arena.ts'
import type { Size } from './blur.ts'
import { formula } from './formula.ts'

/**
 * The morphological opening of a plane: what is left when everything brighter than its surroundings and narrower than
 * 2 × `radius` + 1 pixels is taken off. A bright side of an edge stays as it is. Square window, edges repeated.
 */
export function opening(data: Float32Array, size: Size, radius: number): Float32Array {
  const plane = copyPlane(data)
  // The largest is the least of what is turned over.
  for (let round = 0; round < 2; round++) {
    slidingMinimum(plane, size, radius, {
      length: size.width,
      step: 1,
      lines: size.height,
      next: size.width,
    })
    slidingMinimum(plane, size, radius, {
      length: size.height,
      step: size.width,
      lines: size.width,
      next: 1,
    })
    negate({ plane })
  }
  return plane
}

const negate = formula({ planes: ['plane'] }, 'plane = 0 - plane')

/** How the numbers of a line and the lines of a plane lie behind one another. */
type LineLayout = { length: number; step: number; lines: number; next: number }

/** The least value of a window along each line, in place. */
function slidingMinimum(
  plane: Float32Array,
  { width, height }: Size,
  radius: number,
  { length, step, lines, next }: LineLayout,
): void {
  const line = new Float32Array(Math.max(width, height) + 2 * radius)
  const end = length + 2 * radius
  for (let start = 0; start < lines * next; start += next) {
    // Beside the line nothing is less than anything.
    line.fill(Number.POSITIVE_INFINITY, 0, radius)
    line.fill(Number.POSITIVE_INFINITY, end - radius, end)
    for (let i = 0; i < length; i++) line[radius + i] = plane[start + i * step]!
    // The least of two, four, eight … from each place on; two such windows that overlap are the whole.
    let window = 1
    for (; 2 * window <= 2 * radius + 1; window *= 2) {
      for (let i = 0; i + window < end; i++) line[i] = Math.min(line[i]!, line[i + window]!)
    }
    const rest = 2 * radius + 1 - window
    for (let i = 0; i < length; i++) {
      plane[start + i * step] = Math.min(line[i]!, line[i + rest]!)
    }
  }
}
