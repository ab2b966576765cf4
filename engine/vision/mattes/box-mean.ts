/** One value for each pixel, row by row from the top. */
export type Plane = Float32Array

/**
 * The box filter: the mean over the square of side 2 · radius + 1 around each pixel, cut at the borders of the plane.
 * It uses running sums, so that its time does not depend on the radius.
 */
export function boxMean(plane: Plane, width: number, height: number, radius: number): Plane {
  const mean = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) meanAlongRow(plane, mean, y * width, (y + 1) * width, radius)
  meanDownColumns(mean, width, height, radius)
  return mean
}

/** The running mean along one row. */
function meanAlongRow(from: Plane, to: Plane, start: number, end: number, radius: number): void {
  let sum = 0
  let inside = 0
  let entering = start
  for (; entering < Math.min(end, start + radius); entering++, inside++) sum += from[entering]!
  for (let at = start; at < end; at++, entering++) {
    if (entering < end) {
      sum += from[entering]!
      inside++
    }
    if (at - radius > start) {
      sum -= from[at - radius - 1]!
      inside--
    }
    to[at] = sum / inside
  }
}

/** The running means along all columns, in place: row by row, in the order of memory. */
function meanDownColumns(plane: Plane, width: number, height: number, radius: number): void {
  const sums = new Float64Array(width)
  // The original rows that are still part of the sums; in the plane they are already overwritten by means.
  const rows = new Float32Array(width * (radius + 1))
  const slot = (y: number): number => (y % (radius + 1)) * width
  let inside = 0
  for (let entering = 0; entering < Math.min(radius, height); entering++, inside++) {
    for (let x = 0, at = entering * width; x < width; x++, at++) sums[x] = sums[x]! + plane[at]!
  }
  for (let y = 0; y < height; y++) {
    const entering = (y + radius) * width
    const leaving = slot(y)
    const enters = y + radius < height
    const leaves = y > radius
    inside += (enters ? 1 : 0) - (leaves ? 1 : 0)
    for (let x = 0, at = y * width; x < width; x++, at++) {
      let sum = sums[x]!
      if (enters) sum += plane[entering + x]!
      if (leaves) sum -= rows[leaving + x]!
      sums[x] = sum
      rows[leaving + x] = plane[at]!
      plane[at] = sum / inside
    }
  }
}
