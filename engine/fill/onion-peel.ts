import { KNOWN, type Level, TARGET } from './level.ts'
import { CONFIDENCE_DECAY, MIN_CONFIDENCE } from './tuning.ts'

/**
 * Visits the target in onion-peel order: ring after ring from the known pixels inwards. Sets `confidence` to 1 where
 * the colour is known and less with each ring; patches far from the boundary so count less (Wexler et al. 2007).
 * Pixels that no known pixel leads to keep 0. Changes the level in place.
 * @param predict also colour each target pixel with the mean of its coloured neighbours, as a first prediction
 */
export function onionPeel(level: Level, predict = true): void {
  const { width, height, state, confidence } = level
  const targets: number[] = []
  for (let y = 0; y < height; y++) beginRow(level, y * width, (y + 1) * width, targets)
  const queued = new Uint8Array(state.length)
  const touchesColoured = (i: number) => {
    const x = i % width
    return (
      (x > 0 && confidence[i - 1]! > 0) ||
      (x < width - 1 && confidence[i + 1]! > 0) ||
      (i >= width && confidence[i - width]! > 0) ||
      (i < width * (height - 1) && confidence[i + width]! > 0)
    )
  }
  let ring = targets.filter(touchesColoured)
  let confidenceOfRing = CONFIDENCE_DECAY
  while (ring.length > 0) {
    if (predict) for (const i of ring) colourFromNeighbours(level, i)
    for (const i of ring) confidence[i] = confidenceOfRing
    const next: number[] = []
    const queue = (k: number): void => {
      if (state[k] !== TARGET || confidence[k]! > 0 || queued[k]) return
      queued[k] = 1
      next.push(k)
    }
    for (const i of ring) {
      const x = i % width
      if (x > 0) queue(i - 1)
      if (x < width - 1) queue(i + 1)
      queue(i - width)
      queue(i + width)
    }
    ring = next
    confidenceOfRing = Math.max(MIN_CONFIDENCE, confidenceOfRing * CONFIDENCE_DECAY)
  }
}

/** Sets the confidence of what is known, and appends the target pixels of a row. */
function beginRow({ state, confidence }: Level, from: number, to: number, targets: number[]): void {
  for (let i = from; i < to; i++) {
    confidence[i] = state[i] === KNOWN ? 1 : 0
    if (state[i] === TARGET) targets.push(i)
  }
}

/** Colours a pixel with the mean of the pixels around it (3 x 3) that have a colour. */
function colourFromNeighbours({ width, height, rgb, confidence }: Level, i: number): void {
  const x = i % width
  const y = (i - x) / width
  const right = Math.min(width - 1, x + 1)
  let [count, r, g, b] = [0, 0, 0, 0]
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
