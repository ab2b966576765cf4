import { KNOWN, type Level, TARGET } from './level.ts'

/** What is left of the trust one pixel further in, and the least that is left. */
const CONFIDENCE_DECAY = 0.72
const MIN_CONFIDENCE = 0.02

/**
 * Sets `trust`, ring after ring inwards, and with `guesses` colours wanted pixels as the mean of their nearest coloured
 * neighbours.
 */
export function onionPeel(level: Level, guesses = true): void {
  const { width, height, state, confidence } = level
  const rest: number[] = []
  for (let i = 0; i < state.length; i++) {
    confidence[i] = state[i] === KNOWN ? 1 : 0
    if (state[i] === TARGET) rest.push(i)
  }
  const queued = new Uint8Array(state.length)
  const touches = (i: number) => {
    const x = i % width
    return (
      (x > 0 && confidence[i - 1]! > 0) ||
      (x < width - 1 && confidence[i + 1]! > 0) ||
      (i >= width && confidence[i - width]! > 0) ||
      (i < width * (height - 1) && confidence[i + width]! > 0)
    )
  }
  let ring = rest.filter(touches)
  for (
    let waned = CONFIDENCE_DECAY;
    ring.length > 0;
    waned = Math.max(MIN_CONFIDENCE, waned * CONFIDENCE_DECAY)
  ) {
    if (guesses) for (const i of ring) meanOfNeighbours(level, i)
    for (const i of ring) confidence[i] = waned
    const next: number[] = []
    for (const i of ring) {
      const x = i % width
      for (const k of [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width]) {
        if (state[k] !== TARGET || confidence[k]! > 0 || queued[k]) continue
        queued[k] = 1
        next.push(k)
      }
    }
    ring = next
  }
}

function meanOfNeighbours({ width, height, rgb, confidence }: Level, i: number): void {
  const x = i % width
  const y = (i - x) / width
  const right = Math.min(width - 1, x + 1)
  let count = 0
  let r = 0
  let g = 0
  let b = 0
  for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
    for (let k = yy * width + Math.max(0, x - 1); k <= yy * width + right; k++) {
      if (confidence[k] === 0) continue
      count++
      r += rgb[k * 3]!
      g += rgb[k * 3 + 1]!
      b += rgb[k * 3 + 2]!
    }
  }
  if (count === 0) return
  rgb[i * 3] = r / count
  rgb[i * 3 + 1] = g / count
  rgb[i * 3 + 2] = b / count
}
