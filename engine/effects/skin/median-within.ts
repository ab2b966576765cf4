/** The median of the values whose weight is above one half, or another share of them; 0 where there are none. */
export function medianWithin(data: Float32Array, weight: Float32Array, share = 0.5): number {
  const chosen = data.filter((_, i) => weight[i]! > 0.5).sort()
  if (chosen.length === 0) return 0
  return chosen[Math.min(chosen.length - 1, Math.floor(share * chosen.length))]!
}
