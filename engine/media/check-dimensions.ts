import { Fault } from '../../catalog/fault.ts'
import type { FileRule } from '../../catalog/feature.ts'
import { MAX_PIXELS } from './decoder.ts'

/**
 * Holds a picture's declared size against a feature's limits and the decoder's.
 * @throws Fault `dimensions`
 */
export function checkDimensions(
  { width, height }: { width: number; height: number },
  limits: FileRule,
): void {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  const size = `The picture is ${width} × ${height} pixels`
  if (long > limits.maxLongSide) {
    throw new Fault('dimensions', `${size}; the longer side may have ${limits.maxLongSide}.`)
  }
  if (short < (limits.minShortSide ?? 1)) {
    throw new Fault('dimensions', `${size}; the shorter side needs ${limits.minShortSide}.`)
  }
  if (width * height > MAX_PIXELS) {
    throw new Fault('dimensions', `${size}; ${MAX_PIXELS} pixels in all are the limit.`)
  }
}
