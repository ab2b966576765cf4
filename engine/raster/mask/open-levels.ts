import type { Size } from '../../geometry/size.ts'
import { allocPlane, copyInto, withArena } from '../arena.ts'
import { formula } from '../formula.ts'

/**
 * The morphological opening of a plane (Serra, "Image analysis and mathematical morphology", 1982): what is brighter
 * than its surroundings and narrower than 2 × `radius` + 1 pixels is levelled to them, and edges stay where they are.
 * The window is a square; at the borders it is cut off.
 * @param radius whole pixels
 */
export function openLevels(data: Float32Array, size: Size, radius: number): Float32Array {
  const plane = allocPlane(data.length)
  withArena(() => {
    const { width, height } = size
    const across = allocPlane((width + 2 * radius) * height)
    const down = allocPlane(width * (height + 2 * radius))
    const rows = width * radius
    const middle = down.subarray(rows, rows + data.length)
    copyInto(middle, data)
    // An erosion and a dilation. The maximum is the minimum of the negated plane.
    for (let round = 0; round < 2; round++) {
      minimumAcross(middle, across, size, radius)
      down.fill(Number.POSITIVE_INFINITY, 0, rows)
      down.fill(Number.POSITIVE_INFINITY, rows + data.length)
      slidingMinimum(down, radius, width)
      negate({ plane: down.subarray(0, data.length) })
      copyInto(round === 0 ? middle : plane, down.subarray(0, data.length))
    }
  })
  return plane
}

const negate = formula({ planes: ['plane'] }, 'plane = 0 - plane')

/** The minimum over a window along each row, in place. */
function minimumAcross(
  plane: Float32Array,
  across: Float32Array,
  { width, height }: Size,
  radius: number,
): void {
  const room = width + 2 * radius
  for (let y = 0; y < height; y++) {
    const row = across.subarray(y * room, (y + 1) * room)
    row.fill(Number.POSITIVE_INFINITY, 0, radius)
    copyInto(row.subarray(radius), plane.subarray(y * width, (y + 1) * width))
    row.fill(Number.POSITIVE_INFINITY, room - radius)
  }
  slidingMinimum(across, radius, 1)
  for (let y = 0; y < height; y++) {
    copyInto(
      plane.subarray(y * width, (y + 1) * width),
      across.subarray(y * room, y * room + width),
    )
  }
}

/**
 * The minimum from each value on over a window of 2 × `radius` + 1 values that lie `step` apart, in place, in
 * log2(window) passes; the last 2 × `radius` have no whole window and hold something between.
 */
function slidingMinimum(values: Float32Array, radius: number, step: number): void {
  // Minima over 2, 4, 8 … values from each on; two of the longest that overlap cover the window.
  let window = 1
  for (; window <= radius; window *= 2) lower(values, window * step)
  lower(values, (2 * radius + 1 - window) * step)
}

/** The minimum of each value and of the one that lies `by` behind it: none is read after it was written. */
function lower(values: Float32Array, by: number): void {
  if (by > 0) keepLower({ plane: values.subarray(0, -by), behind: values.subarray(by) })
}

const keepLower = formula({ planes: ['plane', 'behind'] }, 'plane = min(plane, behind)')
