import { medianOrZero } from '../geometry/quantile.ts'
import type { Size } from '../geometry/size.ts'
import { solveLinear } from '../geometry/solve-linear.ts'
import type { Levels } from './product.ts'
import { GROUND_SAMPLES, GROUND_STRIP, GROUND_TOLERANCES } from './tuning.ts'

/** A plane over a picture: its value in the middle, and slopes over x and y, which run from -1 to 1. */
type Fit = readonly [number, number, number]

/** The plain ground of a product picture: a colour that may change evenly across it. */
export type Ground = {
  /** The ground's sRGB levels. */
  fits: readonly [Fit, Fit, Fit]
  /** The standard deviation of its grain, levels. */
  noise: number
  /** The share of the picture's border that shows it, 0–1. */
  share: number
}

/**
 * Fits the colour of a plain ground to the border of a picture: a plane for each channel, by least squares over the
 * border's pixels near to it (iterated trimming), so that a chain that leaves the picture or a shadow does not count.
 */
export function fitGround({ red, green, blue }: Levels, size: Size): Ground {
  const planes = [red, green, blue] as const
  const border = borderPixels(size)
  const fitTo = (one: (plane: Float32Array) => Fit): Ground['fits'] => [
    one(red),
    one(green),
    one(blue),
  ]
  let fits = fitTo((plane) => [medianOrZero(border.map(({ at }) => plane[at]!)), 0, 0])
  const farthest = ({ at, x, y }: Sample): number => {
    let most = 0
    for (let c = 0; c < 3; c++) {
      const fit = fits[c]!
      most = Math.max(most, Math.abs(planes[c]![at]! - fit[0] - fit[1] * x - fit[2] * y))
    }
    return most
  }
  let kept = border
  for (const tolerance of GROUND_TOLERANCES) {
    kept = border.filter((sample) => farthest(sample) <= tolerance)
    if (kept.length < 12) break
    fits = fitTo((plane) => fitPlane(plane, kept))
  }
  const noise = medianOrZero(kept.map(farthest))
  return { fits, noise: Math.min(6, noise), share: kept.length / Math.max(1, border.length) }
}

/** A pixel of the border and its place in the picture, -1 to 1. */
type Sample = { at: number; x: number; y: number }

function borderPixels({ width, height }: Size): Sample[] {
  const strip = Math.max(2, Math.round(GROUND_STRIP * Math.min(width, height)))
  const step = Math.max(1, Math.floor((2 * (width + height) * strip) / GROUND_SAMPLES))
  const pixels: Sample[] = []
  const addTo = (row: number, from: number, to: number): void => {
    // The first column of which the sum with the row is a multiple of the step.
    const first = from + ((step - ((from + row) % step)) % step)
    for (let column = first; column < to; column += step) {
      pixels.push({
        at: row * width + column,
        x: (column / width) * 2 - 1,
        y: (row / height) * 2 - 1,
      })
    }
  }
  for (let row = 0; row < height; row++) {
    // Between its upper and lower strip a row has a left and a right end.
    if (row < strip || row >= height - strip || width <= 2 * strip) addTo(row, 0, width)
    else {
      addTo(row, 0, strip)
      addTo(row, width - strip, width)
    }
  }
  return pixels
}

/** Least squares by the normal equations. */
function fitPlane(plane: Float32Array, samples: readonly Sample[]): Fit {
  let [sx, sy, xx, yy, xy, s, v, vx, vy] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const { at, x, y } of samples) {
    const value = plane[at]!
    s += 1
    sx += x
    sy += y
    xx += x * x
    yy += y * y
    xy += x * y
    v += value
    vx += value * x
    vy += value * y
  }
  const system = Float64Array.of(...[s, sx, sy, v], ...[sx, xx, xy, vx], ...[sy, xy, yy, vy])
  const solved = solveLinear(system, 3, 1e-6)
  return solved ? [solved[0]!, solved[1]!, solved[2]!] : [v / s, 0, 0]
}

/** The ground's levels along one row of the picture: those of its first pixel, and what each pixel adds. Unclipped. */
export function groundAlongRow({ fits }: Ground, { width, height }: Size, row: number) {
  const along = ([offset, across, down]: Fit) => ({
    from: offset - across + down * ((row / height) * 2 - 1),
    by: (2 * across) / width,
  })
  const [red, green, blue] = [along(fits[0]), along(fits[1]), along(fits[2])]
  return {
    fromR: red.from,
    byR: red.by,
    fromG: green.from,
    byG: green.by,
    fromB: blue.from,
    byB: blue.by,
  }
}
