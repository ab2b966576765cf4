import { allocZeroPlane } from './arena.ts'

/**
 * Keeps of a plane what hangs together with the `seeds`: every value of `least` or more that is reached from one of
 * them by steps to a side, over values of `least` or more. All else is 0.
 * @param plane values 0–1, row by row
 * @param width of a row, in pixels
 * @param least above 0
 * @param seeds places in the plane
 */
export function keepConnected(
  plane: Float32Array,
  width: number,
  least: number,
  seeds: Iterable<number>,
): Float32Array {
  const kept = allocZeroPlane(plane.length)
  const open = [...seeds]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (kept[at] === 0 && plane[at]! >= least) keepRun(plane, kept, width, least, at, open)
  }
  return kept
}

/** Keeps all of a row that hangs together with a place, and leaves open what it touches in the rows beside it. */
function keepRun(
  plane: Float32Array,
  kept: Float32Array,
  width: number,
  least: number,
  at: number,
  open: number[],
): void {
  const start = at - (at % width)
  let left = at
  while (left > start && plane[left - 1]! >= least) left--
  let end = at + 1
  while (end < start + width && plane[end]! >= least) end++
  for (let i = left; i < end; i++) kept[i] = plane[i]!
  if (start > 0) pushRuns(plane, kept, least, left - width, end - width, open)
  if (start + width < plane.length) pushRuns(plane, kept, least, left + width, end + width, open)
}

/** Opens one place of each run between two places that is not kept. */
function pushRuns(
  plane: Float32Array,
  kept: Float32Array,
  least: number,
  from: number,
  end: number,
  open: number[],
): void {
  let before = false
  for (let i = from; i < end; i++) {
    const fits = plane[i]! >= least && kept[i] === 0
    if (fits && !before) open.push(i)
    before = fits
  }
}
