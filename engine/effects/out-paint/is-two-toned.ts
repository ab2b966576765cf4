import type { Box } from '../../geometry/box.ts'
import { MIN_DIFFERENCE, MIN_EXPLAINED } from './tuning.ts'

/** Whether a box of a plane of luma holds two tones and little between them, as writing does (Otsu 1979). */
export function isTwoToned(
  luma: Float32Array,
  width: number,
  { left, top, ...size }: Box,
): boolean {
  const histogram = new Uint32Array(256)
  for (let y = top; y < top + size.height; y++) {
    for (let i = y * width + left; i < y * width + left + size.width; i++) {
      const level = Math.min(255, Math.max(0, Math.round(luma[i]!)))
      histogram[level] = histogram[level]! + 1
    }
  }
  const count = size.width * size.height
  const sum = histogram.reduce((total, n, level) => total + n * level, 0)
  const squares = histogram.reduce((total, n, level) => total + n * level * level, 0)
  const variance = squares / count - (sum / count) ** 2
  let [below, sumBelow, most, difference] = [0, 0, 0, 0]
  for (let level = 0; level < 255; level++) {
    below += histogram[level]!
    sumBelow += histogram[level]! * level
    if (below === 0 || below === count) continue
    const apart = (sum - sumBelow) / (count - below) - sumBelow / below
    const between = (below / count) * (1 - below / count) * apart * apart
    if (between <= most) continue
    most = between
    difference = apart
  }
  return difference > MIN_DIFFERENCE && most > MIN_EXPLAINED * variance
}
