import type { Size } from '../../geometry/size.ts'
import { copyPlane } from '../arena.ts'
import { formula } from '../formula.ts'

/**
 * The morphological opening of a plane (Serra, "Image analysis and mathematical morphology", 1982): what is brighter
 * than its surroundings and narrower than 2 × `radius` + 1 pixels is levelled to them, and edges stay where they are.
 * The window is a square; at the borders it is cut off.
 * @param radius whole pixels
 */
export function openLevels(data: Float32Array, size: Size, radius: number): Float32Array {
  const plane = copyPlane(data)
  // An erosion and a dilation. The maximum is the minimum of the negated plane.
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

/** How a plane is walked: `length` values `step` apart form a line, and the next line begins `next` behind. */
type LineLayout = { length: number; step: number; lines: number; next: number }

/** The minimum over a window along each line, in place, in log2(window) passes. */
function slidingMinimum(
  plane: Float32Array,
  { width, height }: Size,
  radius: number,
  { length, step, lines, next }: LineLayout,
): void {
  const line = new Float32Array(Math.max(width, height) + 2 * radius)
  const end = length + 2 * radius
  for (let start = 0; start < lines * next; start += next) {
    line.fill(Number.POSITIVE_INFINITY, 0, radius)
    line.fill(Number.POSITIVE_INFINITY, end - radius, end)
    for (let i = 0; i < length; i++) line[radius + i] = plane[start + i * step]!
    // Minima over 2, 4, 8 … values from each on; two of the longest that overlap cover the window.
    let window = 1
    for (; window <= radius; window *= 2) {
      for (let i = 0; i + window < end; i++) line[i] = Math.min(line[i]!, line[i + window]!)
    }
    const rest = 2 * radius + 1 - window
    for (let i = 0; i < length; i++) {
      plane[start + i * step] = Math.min(line[i]!, line[i + rest]!)
    }
  }
}
