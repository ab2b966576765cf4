import type { Size } from '../raster/picture.ts'
import type { Levels } from './product.ts'

/** The plain ground of a product picture: a colour that may change evenly across it. */
export type Ground = {
  /** The ground's colour in every pixel, sRGB levels. */
  levels: Levels
  /** The standard deviation of its grain, levels. */
  noise: number
  /** The share of the picture's border that shows it, 0–1. */
  share: number
}

/** How wide a strip of the border is read, as a share of the shorter side. */
const STRIP = 0.015

/** Levels by which the border may differ from the ground at the start and at the end of the fit. */
const TOLERANCES = [48, 24, 14, 10] as const

const CHANNELS = ['red', 'green', 'blue'] as const

/**
 * Fits the colour of a plain ground to the border of a picture: a plane for each channel, by least squares over the
 * border's pixels near to it (iterated trimming), so that a chain that leaves the picture or a shadow does not count.
 */
export function fitGround(levels: Levels, size: Size): Ground {
  const border = borderPixels(size)
  let fits = CHANNELS.map((name): Fit => [medianOf(border.map((i) => levels[name][i]!)), 0, 0])
  let kept = border
  for (const tolerance of TOLERANCES) {
    kept = border.filter((i) => farthest(levels, fits, i, size) <= tolerance)
    if (kept.length < 12) break
    fits = CHANNELS.map((name) => fitPlane(levels[name], kept, size))
  }
  const residuals = kept.map((i) => farthest(levels, fits, i, size))
  const noise = kept.length === 0 ? 0 : medianOf(residuals)
  const ground = CHANNELS.map((_, c) => render(fits[c]!, size))
  return {
    levels: { red: ground[0]!, green: ground[1]!, blue: ground[2]! },
    noise: Math.min(6, noise),
    share: kept.length / Math.max(1, border.length),
  }
}

/** Offset and slopes over x and y, which run from -1 to 1. */
type Fit = readonly [number, number, number]

function borderPixels({ width, height }: Size): number[] {
  const strip = Math.max(2, Math.round(STRIP * Math.min(width, height)))
  const step = Math.max(1, Math.floor(((width + height) * strip) / 6000))
  const pixels: number[] = []
  for (let y = 0; y < height; y++) {
    const isEdge = y < strip || y >= height - strip
    for (let x = 0; x < width; x += !isEdge && x === strip - 1 ? width - 2 * strip + 1 : 1) {
      if ((x + y) % step === 0) pixels.push(y * width + x)
    }
  }
  return pixels
}

function positionOf(i: number, { width, height }: Size): [number, number] {
  return [((i % width) / width) * 2 - 1, (Math.floor(i / width) / height) * 2 - 1]
}

function farthest(levels: Levels, fits: readonly Fit[], i: number, size: Size): number {
  const [x, y] = positionOf(i, size)
  return Math.max(
    ...CHANNELS.map((name, c) => {
      const [offset, across, down] = fits[c]!
      return Math.abs(levels[name][i]! - offset - across * x - down * y)
    }),
  )
}

/** Least squares by the normal equations, solved by Cramer's rule. */
function fitPlane(plane: Float32Array, pixels: readonly number[], size: Size): Fit {
  let [sx, sy, xx, yy, xy, s, v, vx, vy] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const i of pixels) {
    const [x, y] = positionOf(i, size)
    const value = plane[i]!
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
  const det = determinant([s, sx, sy, sx, xx, xy, sy, xy, yy])
  if (Math.abs(det) < 1e-6) return [v / s, 0, 0]
  return [
    determinant([v, sx, sy, vx, xx, xy, vy, xy, yy]) / det,
    determinant([s, v, sy, sx, vx, xy, sy, vy, yy]) / det,
    determinant([s, sx, v, sx, xx, vx, sy, xy, vy]) / det,
  ]
}

function determinant(m: readonly number[]): number {
  const [a, b, c, d, e, f, g, h, i] = m as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}

function render([offset, across, down]: Fit, size: Size): Float32Array {
  const plane = new Float32Array(size.width * size.height)
  const { width, height } = size
  for (let row = 0, i = 0; row < height; row++) {
    const base = offset - across + down * ((row / height) * 2 - 1)
    const step = (2 * across) / width
    for (let column = 0; column < width; column++, i++) {
      plane[i] = Math.min(255, Math.max(0, base + step * column))
    }
  }
  return plane
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[sorted.length >> 1] ?? 0
}
