/** One value for each pixel, row by row from the top. */
export type Plane = Float32Array

/**
 * The box filter: the mean over the square of side 2 · radius + 1 around each pixel, cut at the borders of the plane.
 * It uses running sums, so that its time does not depend on the radius.
 * @param out where the means go; may be `plane` itself
 */
export function boxMean(
  plane: Plane,
  width: number,
  height: number,
  radius: number,
  out: Plane = new Float32Array(plane.length),
): Plane {
  const along = scratchOf(plane.length)
  for (let y = 0; y < height; y++) meanAlongRow(plane, along, y * width, (y + 1) * width, radius)
  return meanDownColumns(along, width, height, radius, out)
}

/** Planes of up to this many pixels are worked on in one place: new memory costs more than the means of a small one. */
const MOST_KEPT = 1 << 18
let kept: Plane = new Float32Array(0)

function scratchOf(length: number): Plane {
  if (length > MOST_KEPT) return new Float32Array(length)
  if (kept.length < length) kept = new Float32Array(length)
  return kept
}

/** The running mean along one row. */
function meanAlongRow(from: Plane, to: Plane, start: number, end: number, radius: number): void {
  let sum = 0
  const first = Math.min(end, start + radius)
  for (let at = start; at < first; at++) sum += from[at]!
  // The middle, where one value enters and one leaves, has no question to ask.
  const [head, tail] = [Math.min(end, start + radius + 1), Math.max(start, end - radius)]
  let at = start
  for (; at < head; at++) {
    if (at + radius < end) sum += from[at + radius]!
    to[at] = sum / (Math.min(end, at + radius + 1) - start)
  }
  const inside = 2 * radius + 1
  for (; at < tail; at++) {
    sum += from[at + radius]! - from[at - radius - 1]!
    to[at] = sum / inside
  }
  for (; at < end; at++) {
    sum -= from[at - radius - 1]!
    to[at] = sum / (end - Math.max(start, at - radius))
  }
}

/** The running means along all columns: row by row, in the order of memory. */
function meanDownColumns(
  along: Plane,
  width: number,
  height: number,
  radius: number,
  mean: Plane,
): Plane {
  const sums = new Float64Array(width)
  const add = (row: number): void => {
    for (let x = 0, at = row * width; x < width; x++, at++) sums[x] = sums[x]! + along[at]!
  }
  const subtract = (row: number): void => {
    for (let x = 0, at = row * width; x < width; x++, at++) sums[x] = sums[x]! - along[at]!
  }
  for (let row = 0; row < Math.min(radius, height); row++) add(row)
  for (let y = 0; y < height; y++) {
    if (y + radius < height) add(y + radius)
    if (y > radius) subtract(y - radius - 1)
    const inside = Math.min(height, y + radius + 1) - Math.max(0, y - radius)
    for (let x = 0, at = y * width; x < width; x++, at++) mean[at] = sums[x]! / inside
  }
  return mean
}
