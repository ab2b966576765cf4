import { flood } from './flood.ts'
import { axesOfPixels } from './pixel-axes.ts'

/** A connected set of pixels. */
export type Component = {
  /** Indices into the plane. */
  pixels: number[]
  /** Standard deviations of its pixels along its long and its short axis, in pixels. */
  majorSigma: number
  minorSigma: number
}

/**
 * The connected components (eight neighbours) around the peaks of a signal, by hysteresis (Canny, 1986): a component
 * starts at a pixel of `high` or more and grows over pixels of `low` or more. It also ends where the signal falls below
 * `share` of the component's own peak, so that a spot on a slope does not run down the slope.
 * @param most pixels; larger components are left out
 */
export function findComponents(
  signal: Float32Array,
  width: number,
  { low, high, share, most }: { low: number; high: number; share: number; most: number },
): Component[] {
  const seen = new Uint8Array(signal.length)
  const components: Component[] = []
  const grow = (i: number): void => {
    if (seen[i]) return
    const pixels = flood(signal, width, i, Math.max(low, share * signal[i]!), 8, seen)
    if (pixels.length <= most) components.push({ pixels, ...axesOfPixels(pixels, width) })
  }
  if (share > 0) highestFirst(pixelsAbove(signal, high), signal).forEach(grow)
  // Where all grow down to the same level the order of the peaks does not matter.
  else for (let i = 0; i < signal.length; i++) if (signal[i]! >= high) grow(i)
  return components
}

/** Peaks are told apart in steps of this share of the signal's unit. */
const PEAK_STEPS = 2 ** 24

/** The pixels at which a signal is `high` or more. */
function pixelsAbove(signal: Float32Array, high: number): number[] {
  const pixels: number[] = []
  for (let i = 0; i < signal.length; i++) if (signal[i]! >= high) pixels.push(i)
  return pixels
}

function highestFirst(pixels: readonly number[], signal: Float32Array): Float64Array {
  // Height and index packed into one number: a typed array sorts ten times as fast without a comparator.
  const count = signal.length
  const peaks = Float64Array.from(pixels, (i) => i - Math.round(signal[i]! * PEAK_STEPS) * count)
  peaks.sort()
  for (let nth = 0; nth < peaks.length; nth++) {
    const peak = peaks[nth]!
    peaks[nth] = peak - Math.floor(peak / count) * count
  }
  return peaks
}

/** The mean of a plane over a component. */
export function meanOver(plane: Float32Array, { pixels }: Component): number {
  let sum = 0
  for (const pixel of pixels) sum += plane[pixel]!
  return sum / pixels.length
}
