import { type Level, TARGET } from './level.ts'
import type { Matches } from './patch-match.ts'
import { votedColour } from './patch-voting.ts'

/**
 * Leads the fill over to what is known beside it: by how much the patches would have got the known rim wrong is taken
 * back there, and ever less further in; `reach` pixels in half of it is left.
 */
export function correctSeam(level: Level, m: Matches, reach: number): void {
  const { width, height, rgb, state, confidence } = level
  const off = new Float32Array(rgb.length)
  const done = new Uint8Array(state.length)
  const queued = new Uint8Array(state.length)
  const near = new Int32Array(4)
  let ring: number[] = []
  for (let i = 0; i < state.length; i++) {
    if (state[i] !== TARGET) continue
    const count = neighboursOf(i, width, height, near)
    for (let n = 0; n < count; n++) {
      const k = near[n]!
      if (confidence[k] !== 1) continue
      if (!queued[i]) ring.push(i)
      queued[i] = 1
      if (queued[k]) continue
      queued[k] = 1
      const would = votedColour(level, m, k)
      if (!would) continue
      for (let c = 0; c < 3; c++) off[3 * k + c] = rgb[3 * k + c]! - would[c]!
      done[k] = 1
    }
  }
  const waning = 0.5 ** (1 / Math.max(1, reach))
  while (ring.length > 0) {
    for (const i of ring) meanCorrection(off, i, width, height, done, waning)
    const next: number[] = []
    for (const i of ring) {
      done[i] = 1
      for (let c = 0; c < 3; c++) rgb[3 * i + c] = rgb[3 * i + c]! + off[3 * i + c]!
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

/** The pixels above, below and to both sides of one, into `near`; gives their number. */
function neighboursOf(i: number, width: number, height: number, near: Int32Array): number {
  const x = i % width
  let count = 0
  if (i >= width) near[count++] = i - width
  if (i < width * (height - 1)) near[count++] = i + width
  if (x > 0) near[count++] = i - 1
  if (x < width - 1) near[count++] = i + 1
  return count
}

/** The mean of what is done in the 5 × 5 around a pixel: over so many, single pixels draw no streaks. */
function meanCorrection(
  off: Float32Array,
  i: number,
  width: number,
  height: number,
  done: Uint8Array,
  waning: number,
): void {
  const x = i % width
  const y = (i - x) / width
  const right = Math.min(width - 1, x + 2)
  let [count, r, g, b] = [0, 0, 0, 0]
  for (let yy = Math.max(0, y - 2); yy <= Math.min(height - 1, y + 2); yy++) {
    for (let k = yy * width + Math.max(0, x - 2); k <= yy * width + right; k++) {
      if (!done[k]) continue
      count++
      r += off[3 * k]!
      g += off[3 * k + 1]!
      b += off[3 * k + 2]!
    }
  }
  if (count === 0) return
  off[3 * i] = (waning * r) / count
  off[3 * i + 1] = (waning * g) / count
  off[3 * i + 2] = (waning * b) / count
}
