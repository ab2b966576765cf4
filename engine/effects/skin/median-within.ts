import { inPlaneRoom, takePlane } from '../../raster/plane-room.ts'

/** More values than this change a median by nothing that matters. */
const ENOUGH = 10_000

/**
 * The median of the values whose weight is above one half, or another share of them; 0 where there are none. Of very
 * many only every second, third, … is looked at.
 */
export function medianWithin(data: Float32Array, weight: Float32Array, share = 0.5): number {
  return inPlaneRoom(() => {
    const chosen = takePlane(data.length + 1)
    let count = 0
    for (let i = 0; i < data.length; i++) {
      // Written either way: it costs less than to ask.
      chosen[count] = data[i]!
      count += weight[i]! > 0.5 ? 1 : 0
    }
    if (count === 0) return 0
    const step = Math.ceil(count / ENOUGH)
    const some = Float32Array.from(
      { length: Math.ceil(count / step) },
      (_, nth) => chosen[nth * step]!,
    )
    some.sort()
    return some[Math.min(some.length - 1, Math.floor(share * some.length))]!
  })
}
