import type { Size } from '../geometry/size.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import {
  REPEATS_FARTHEST,
  REPEATS_MOST,
  REPEATS_NEAREST,
  REPEATS_PEAK_RADIUS,
  REPEATS_RADIUS,
  REPEATS_SAMPLES,
  REPEATS_UNLIKE,
} from './tuning.ts'

/** A plane of luma of which some pixels are known. */
export type KnownLuma = Size & { luma: Float32Array; known: Uint8Array }

/** An offset after which a picture repeats itself, in pixels, and how badly: 0 exactly, 1 not at all. */
export type Repeat = { x: number; y: number; unlike: number }

/**
 * The offsets after which most of a picture repeats itself: the statistics of patch offsets of He and Sun (2012,
 * "Statistics of patch offsets for image completion"), measured directly as the mean difference of patches at each
 * offset instead of by a nearest-neighbour field, because only patterns are asked for.
 * @returns the best first, both signs; none where the picture has no pattern
 */
export function findRepeatingOffsets(plane: KnownLuma): Repeat[] {
  const whole = wholePatches(plane)
  const samples = samplesOf(plane, whole)
  if (samples.length < REPEATS_SAMPLES / 8) return []
  const variance = varianceOf(plane)
  const reachX = Math.min(REPEATS_FARTHEST, plane.width >> 1)
  const reachY = Math.min(REPEATS_FARTHEST, plane.height >> 1)
  const columns = 2 * reachX + 1
  const scores = new Float32Array(columns * (reachY + 1)).fill(2)
  for (let y = 0; y <= reachY; y++) {
    for (let x = -reachX; x <= reachX; x++) {
      if (x * x + y * y < REPEATS_NEAREST * REPEATS_NEAREST || (y === 0 && x < 0)) continue
      scores[y * columns + x + reachX] = unlikeAt(plane, whole, samples, x, y) / (2 * variance + 1)
    }
  }
  const found: Repeat[] = []
  for (let y = 0; y <= reachY; y++) {
    for (let x = -reachX; x <= reachX; x++) {
      const unlike = scores[y * columns + x + reachX]!
      if (unlike > REPEATS_UNLIKE || !isPeak(scores, columns, x + reachX, y)) continue
      found.push({ x, y, unlike }, { x: -x, y: -y, unlike })
    }
  }
  return found.toSorted((a, b) => a.unlike - b.unlike).slice(0, REPEATS_MOST)
}

/** The offsets at which a finer plane repeats best near these. @param within pixels to each side */
export function refineOffsets(
  plane: KnownLuma,
  offsets: readonly Repeat[],
  within: number,
): Repeat[] {
  const whole = wholePatches(plane)
  const samples = samplesOf(plane, whole)
  return offsets.map((about) => {
    let best = { ...about, unlike: Number.POSITIVE_INFINITY }
    for (let y = about.y - within; y <= about.y + within; y++) {
      for (let x = about.x - within; x <= about.x + within; x++) {
        const unlike = unlikeAt(plane, whole, samples, x, y)
        if (unlike < best.unlike) best = { x, y, unlike }
      }
    }
    return { ...best, unlike: about.unlike }
  })
}

/** Centres of patches that are known, on a grid. */
function samplesOf({ width, height }: KnownLuma, whole: Uint8Array): number[] {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / REPEATS_SAMPLES)))
  const samples: number[] = []
  for (let y = REPEATS_RADIUS; y < height - REPEATS_RADIUS; y += step) {
    for (let x = REPEATS_RADIUS + ((y * 7) % step); x < width - REPEATS_RADIUS; x += step) {
      if (whole[y * width + x]) samples.push(y * width + x)
    }
  }
  return samples
}

/** 1 for each pixel whose patch is all known. */
function wholePatches({ width, height, known }: KnownLuma): Uint8Array {
  const unknown = new Uint8Array(known.length)
  for (let i = 0; i < known.length; i++) unknown[i] = 1 - known[i]!
  const whole = growMask(unknown, { width, height }, REPEATS_RADIUS)
  for (let i = 0; i < whole.length; i++) whole[i] = 1 - whole[i]!
  return whole
}

/** Mean squared difference of the patches at an offset; very much where few can be compared. */
function unlikeAt(
  { width, height, luma }: KnownLuma,
  whole: Uint8Array,
  samples: readonly number[],
  dx: number,
  dy: number,
): number {
  let [sum, count] = [0, 0]
  for (const i of samples) {
    const x = (i % width) + dx
    const y = Math.floor(i / width) + dy
    if (
      x < REPEATS_RADIUS ||
      y < REPEATS_RADIUS ||
      x >= width - REPEATS_RADIUS ||
      y >= height - REPEATS_RADIUS
    )
      continue
    const k = y * width + x
    if (!whole[k]) continue
    count++
    for (let row = -REPEATS_RADIUS * width; row <= REPEATS_RADIUS * width; row += width) {
      for (let at = row - REPEATS_RADIUS; at <= row + REPEATS_RADIUS; at++)
        sum += (luma[i + at]! - luma[k + at]!) ** 2
    }
  }
  return count < samples.length / 6
    ? Number.MAX_SAFE_INTEGER
    : sum / count / (2 * REPEATS_RADIUS + 1) ** 2
}

function isPeak(scores: Float32Array, columns: number, x: number, y: number): boolean {
  const own = scores[y * columns + x]!
  for (let yy = Math.max(0, y - REPEATS_PEAK_RADIUS); yy <= y + REPEATS_PEAK_RADIUS; yy++) {
    for (let xx = x - REPEATS_PEAK_RADIUS; xx <= x + REPEATS_PEAK_RADIUS; xx++) {
      const other = xx < 0 || xx >= columns ? undefined : scores[yy * columns + xx]
      if (other !== undefined && other < own) return false
    }
  }
  return true
}

/** Variance of the known pixels, squared levels. */
function varianceOf({ luma, known }: KnownLuma): number {
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < luma.length; i++) {
    if (!known[i]) continue
    count++
    sum += luma[i]!
    squares += luma[i]! ** 2
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2
}
