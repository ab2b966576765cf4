/** By how many pixels a position lies beyond a stretch of `length` pixels from `start` on; 0 within it. */
export function distanceOutside(at: number, start: number, length: number): number {
  return Math.max(0, start - at, at - (start + length - 1))
}
