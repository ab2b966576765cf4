/** Standard deviations of pixels along their long and their short axis, in pixels. */
export type Axes = { majorSigma: number; minorSigma: number }

/** The axes of pixels, each its index in a picture of this width. */
export function axesOfPixels(pixels: readonly number[], width: number): Axes {
  const sums = noSums()
  for (const at of pixels) add(sums, at, width)
  return axesOf(sums, pixels.length)
}

/** The axes of pixels in runs: index of the first and of the one behind the last, in turn. */
export function axesOfRuns(runs: Int32Array, count: number, width: number): Axes {
  const sums = noSums()
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) add(sums, at, width)
  }
  return axesOf(sums, count)
}

type Sums = { x: number; y: number; xx: number; yy: number; xy: number }

function noSums(): Sums {
  return { x: 0, y: 0, xx: 0, yy: 0, xy: 0 }
}

function add(sums: Sums, at: number, width: number): void {
  const x = at % width
  const y = (at - x) / width
  sums.x += x
  sums.y += y
  sums.xx += x * x
  sums.yy += y * y
  sums.xy += x * y
}

/** By the eigenvalues of the covariance of `n` pixels. */
function axesOf({ x, y, xx, yy, xy }: Sums, n: number): Axes {
  // Each pixel is a square, whose own variance is 1/12.
  const cx = xx / n - (x / n) ** 2 + 1 / 12
  const cy = yy / n - (y / n) ** 2 + 1 / 12
  const both = xy / n - (x * y) / (n * n)
  const spread = Math.sqrt(Math.max(0, ((cx - cy) / 2) ** 2 + both * both))
  const mean = (cx + cy) / 2
  return {
    majorSigma: Math.sqrt(mean + spread),
    minorSigma: Math.sqrt(Math.max(1 / 12, mean - spread)),
  }
}
