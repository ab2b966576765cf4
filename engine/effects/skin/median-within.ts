/** More values than this change a median by nothing that matters. */
const ENOUGH = 10_000

/**
 * The median of the values whose weight is above one half, or another share of them; 0 where there are none. Of very
 * many only every second, third, … is looked at.
 */
export function medianWithin(data: Float32Array, weight: Float32Array, share = 0.5): number {
  let count = 0
  for (let i = 0; i < data.length; i++) if (weight[i]! > 0.5) count++
  if (count === 0) return 0
  const step = Math.ceil(count / ENOUGH)
  const chosen = new Float32Array(Math.ceil(count / step))
  for (let i = 0, nth = 0; i < data.length; i++) {
    if (weight[i]! <= 0.5) continue
    if (nth % step === 0) chosen[nth / step] = data[i]!
    nth++
  }
  chosen.sort()
  return chosen[Math.min(chosen.length - 1, Math.floor(share * chosen.length))]!
}
