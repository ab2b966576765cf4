/** One connected patch of marked pixels. */
export type Component = {
  /** Indices into the plane. */
  pixels: number[]
  /** Standard deviations along its long and its short axis, pixels. */
  majorSigma: number
  minorSigma: number
}

/**
 * The connected patches (eight neighbours) around the peaks of `signal` that reach `high`: each is followed down to
 * `share` of its own peak, so that one in a slope ends where it ends, and at least to `low`. Patches of more than `most`
 * pixels are left out.
 */
export function findComponents(
  signal: Float32Array,
  width: number,
  { low, high, share, most }: { low: number; high: number; share: number; most: number },
): Component[] {
  const seen = new Uint8Array(signal.length)
  const patches: Component[] = []
  const peaks = pixelsAbove(signal, high)
  // What is followed down to the same from each of its peaks is the same patch whichever is the first.
  for (const i of share > 0 ? highestFirst(peaks, signal) : peaks) {
    if (seen[i]) continue
    const pixels = flood(signal, width, i, Math.max(low, share * signal[i]!), seen)
    if (pixels.length <= most) patches.push({ pixels, ...axes(pixels, width) })
  }
  return patches
}

/** Parts of a signal's unit that two peaks are told apart by. */
const PEAK_STEPS = 2 ** 24

/** Where a signal is at least so high. */
function pixelsAbove(signal: Float32Array, high: number): number[] {
  const places: number[] = []
  for (let i = 0; i < signal.length; i++) if (signal[i]! >= high) places.push(i)
  return places
}

function highestFirst(places: readonly number[], signal: Float32Array): Float64Array {
  // Height and place as one number: numbers are sorted ten times as fast as by a comparison of our own.
  const count = signal.length
  const peaks = Float64Array.from(places, (i) => i - Math.round(signal[i]! * PEAK_STEPS) * count)
  peaks.sort()
  for (let nth = 0; nth < peaks.length; nth++) {
    const peak = peaks[nth]!
    peaks[nth] = peak - Math.floor(peak / count) * count
  }
  return peaks
}

function flood(
  signal: Float32Array,
  width: number,
  start: number,
  low: number,
  seen: Uint8Array,
): number[] {
  const pixels = [start]
  seen[start] = 1
  for (let next = 0; next < pixels.length; next++) {
    const at = pixels[next]!
    const x = at % width
    for (let dy = -width; dy <= width; dy += width) {
      for (let dx = x > 0 ? -1 : 0; dx <= (x + 1 < width ? 1 : 0); dx++) {
        const to = at + dy + dx
        if (to < 0 || to >= signal.length || seen[to] || signal[to]! < low) continue
        seen[to] = 1
        pixels.push(to)
      }
    }
  }
  return pixels
}

function axes(
  pixels: readonly number[],
  width: number,
): { majorSigma: number; minorSigma: number } {
  let [sx, sy, xx, yy, xy] = [0, 0, 0, 0, 0]
  for (const at of pixels) {
    const x = at % width
    const y = (at - x) / width
    sx += x
    sy += y
    xx += x * x
    yy += y * y
    xy += x * y
  }
  const n = pixels.length
  // A single pixel is a square of variance 1/12.
  const cx = xx / n - (sx / n) ** 2 + 1 / 12
  const cy = yy / n - (sy / n) ** 2 + 1 / 12
  const both = xy / n - (sx * sy) / (n * n)
  const spread = Math.sqrt(Math.max(0, ((cx - cy) / 2) ** 2 + both * both))
  const mean = (cx + cy) / 2
  return {
    majorSigma: Math.sqrt(mean + spread),
    minorSigma: Math.sqrt(Math.max(1 / 12, mean - spread)),
  }
}
