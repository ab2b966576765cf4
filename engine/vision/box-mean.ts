/** One value a pixel, rows from the top. */
export type Plane = Float32Array

/** The mean of each pixel's square neighbourhood, cut at the plane's borders. */
export function boxMean(plane: Plane, width: number, height: number, radius: number): Plane {
  const across = new Float32Array(plane.length)
  for (let y = 0; y < height; y++) slide(plane, across, y * width, 1, width, radius)
  const mean = new Float32Array(plane.length)
  for (let x = 0; x < width; x++) slide(across, mean, x, width, height, radius)
  return mean
}

/** A running mean along one line of `count` values, `step` apart. */
function slide(
  from: Plane,
  to: Plane,
  start: number,
  step: number,
  count: number,
  radius: number,
): void {
  let sum = 0
  let inside = 0
  for (let at = -radius; at < count; at++) {
    const entering = at + radius
    const leaving = at - radius - 1
    if (entering < count) {
      sum += from[start + entering * step]!
      inside++
    }
    if (leaving >= 0) {
      sum -= from[start + leaving * step]!
      inside--
    }
    if (at >= 0) to[start + at * step] = sum / inside
  }
}
