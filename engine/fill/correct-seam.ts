import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import { votedColour } from './patch-voting.ts'

/** By slot of the matches, which all pixels at and in the target have: three channels, and which are known. */
type Corrections = { of: Float32Array; isKnown: Uint8Array }

/**
 * Seam correction: makes the fill continue the known colours at its boundary. At each known boundary pixel the error of
 * the fill is measured: the known colour less what the patches vote there. This error is added to the target ring by
 * ring inwards, as the mean of the corrections beside it, and decays on the way. Changes the level's colours in place.
 * @param halfLife pixels of this level over which the correction falls to about a half
 */
export function correctSeam(level: Level, m: Matches, halfLife: number): void {
  const { width, height, rgb, state, confidence } = level
  const { slot } = m
  const found: Corrections = {
    of: new Float32Array(3 * m.pixels.length),
    isKnown: new Uint8Array(m.pixels.length),
  }
  const queued = new Uint8Array(state.length)
  const near = new Int32Array(4)
  let ring: number[] = []
  for (const i of m.pixels) {
    if (state[i] !== TARGET) continue
    const count = neighboursOf(i, width, height, near)
    for (let n = 0; n < count; n++) {
      const k = near[n]!
      if (confidence[k] !== 1) continue
      if (!queued[i]) ring.push(i)
      queued[i] = 1
      if (queued[k]) continue
      queued[k] = 1
      const voted = votedColour(level, m, k)
      if (!voted) continue
      const at = slot[k]!
      for (let c = 0; c < 3; c++) found.of[3 * at + c] = rgb[3 * k + c]! - voted[c]!
      found.isKnown[at] = 1
    }
  }
  const decay = 0.5 ** (1 / Math.max(1, halfLife))
  while (ring.length > 0) {
    for (const i of ring) meanCorrection(found, i, level, slot, decay)
    const next: number[] = []
    for (const i of ring) {
      const at = slot[i]!
      found.isKnown[at] = 1
      for (let c = 0; c < 3; c++) rgb[3 * i + c] = rgb[3 * i + c]! + found.of[3 * at + c]!
      const count = neighboursOf(i, width, height, near)
      for (let n = 0; n < count; n++) {
        const k = near[n]!
        if (state[k] !== TARGET || queued[k]) continue
        queued[k] = 1
        next.push(k)
      }
    }
    ring = next
  }
}

/** Writes the four neighbours of pixel i that exist into `near`, and returns their count. */
function neighboursOf(i: number, width: number, height: number, near: Int32Array): number {
  const x = i % width
  let count = 0
  if (i >= width) near[count++] = i - width
  if (i < width * (height - 1)) near[count++] = i + width
  if (x > 0) near[count++] = i - 1
  if (x < width - 1) near[count++] = i + 1
  return count
}

/**
 * Sets the correction of pixel i to the decayed mean of those known in the 5 x 5 pixels around it. A mean over so many
 * keeps the noise of single pixels from drawing streaks.
 */
function meanCorrection(
  { of, isKnown }: Corrections,
  i: number,
  { width, height }: Level,
  slot: Int32Array,
  decay: number,
): void {
  const x = i % width
  const y = (i - x) / width
  const right = Math.min(width - 1, x + 2)
  let [count, r, g, b] = [0, 0, 0, 0]
  for (let yy = Math.max(0, y - 2); yy <= Math.min(height - 1, y + 2); yy++) {
    for (let k = yy * width + Math.max(0, x - 2); k <= yy * width + right; k++) {
      const at = slot[k]!
      if (at < 0 || !isKnown[at]) continue
      count++
      r += of[3 * at]!
      g += of[3 * at + 1]!
      b += of[3 * at + 2]!
    }
  }
  if (count === 0) return
  const own = 3 * slot[i]!
  of[own] = (decay * r) / count
  of[own + 1] = (decay * g) / count
  of[own + 2] = (decay * b) / count
}
