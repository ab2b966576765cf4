import { selectNth } from '../../geometry/select-nth.ts'
import { allocPlane, instantiateKernel, toArena, withArena } from '../arena.ts'
import { COMPACT_MASKED, type CompactMasked } from '../simd/compact-masked.ts'
import { MEDIAN_PER_SIGMA } from '../tuning.ts'

/** More samples than this hardly change a median. */
const MAX_SAMPLES = 10_000

let gather: CompactMasked | undefined

/**
 * The median of the values whose weight is above one half; 0 where there are none. Of more than {@link MAX_SAMPLES}
 * only every second, third, … value is read.
 * @param share another quantile than the median, 0–1
 */
export function medianWithin(data: Float32Array, weight: Float32Array, share = 0.5): number {
  if (data.length === 0) return 0
  gather ??= instantiateKernel<CompactMasked>(COMPACT_MASKED)
  const some = sampleWithin(data, weight, gather)
  if (some.length === 0) return 0
  return selectNth(some, Math.min(some.length - 1, Math.floor(share * some.length)))
}

/** Every n-th of the values whose weight is above one half. */
function sampleWithin(data: Float32Array, weight: Float32Array, run: CompactMasked): Float32Array {
  return withArena(() => {
    const [from, weights] = [toArena(data), toArena(weight)]
    const [all, end] = [allocPlane(data.length + 1), allocPlane(1)]
    run(all.byteOffset, from.byteOffset, weights.byteOffset, data.length, end.byteOffset)
    const [address] = new Int32Array(end.buffer, end.byteOffset, 1)
    const count = (address! - all.byteOffset) / 4
    const step = Math.max(1, Math.ceil(count / MAX_SAMPLES))
    const some = new Float32Array(Math.ceil(count / step))
    for (let nth = 0; nth < some.length; nth++) some[nth] = all[nth * step]!
    return some
  })
}

/**
 * A standard deviation that outliers hardly move: of values around 0, from the median of their magnitudes (Hampel, "The
 * influence curve and its role in robust estimation", 1974).
 * @param magnitudes absolute values
 */
export function robustDeviationWithin(magnitudes: Float32Array, weight: Float32Array): number {
  return medianWithin(magnitudes, weight) / MEDIAN_PER_SIGMA
}
