import { allocZeroPlane } from '../arena.ts'

/**
 * Keeps what is connected to the seeds: every value of `least` or more that a path over such values reaches, four
 * neighbours a step. All other values become 0. A scanline flood fill (Smith, "Tint fill", SIGGRAPH 1979).
 * @param width of a row, in pixels
 * @param least above 0
 * @param seeds indices into the plane
 */
export function keepConnected(
  plane: Float32Array,
  width: number,
  least: number,
  seeds: Iterable<number>,
): Float32Array {
  const kept = allocZeroPlane(plane.length)
  const stack = [...seeds]
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (kept[at] === 0 && plane[at]! >= least) keepRun(plane, kept, width, least, at, stack)
  }
  return kept
}

/** Keeps the run of a row that holds a pixel, and puts the runs it touches above and below on the stack. */
function keepRun(
  plane: Float32Array,
  kept: Float32Array,
  width: number,
  least: number,
  at: number,
  stack: number[],
): void {
  const start = at - (at % width)
  let left = at
  while (left > start && plane[left - 1]! >= least) left--
  let end = at + 1
  while (end < start + width && plane[end]! >= least) end++
  for (let i = left; i < end; i++) kept[i] = plane[i]!
  if (start > 0) pushRuns(plane, kept, least, left - width, end - width, stack)
  if (start + width < plane.length) pushRuns(plane, kept, least, left + width, end + width, stack)
}

/** Puts one pixel of each run that is not yet kept on the stack. */
function pushRuns(
  plane: Float32Array,
  kept: Float32Array,
  least: number,
  from: number,
  end: number,
  stack: number[],
): void {
  let before = false
  for (let i = from; i < end; i++) {
    const fits = plane[i]! >= least && kept[i] === 0
    if (fits && !before) stack.push(i)
    before = fits
  }
}
