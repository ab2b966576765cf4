import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureRule } from '../../catalog/features/feature.ts'
import type { Size } from '../geometry/size.ts'
import { MAX_PIXELS } from './decoder.ts'

/**
 * Checks a picture's declared size, in pixels, against the limits of a feature and of the decoder.
 * @throws Fault `large`, `small` or `ratio`
 */
export function requireDimensions({ width, height }: Size, limits: PictureRule): void {
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  const size = `The picture is ${width} × ${height} pixels`
  if (long > limits.maxLongSide) {
    throw new Fault('large', `${size}; the longer side may have ${limits.maxLongSide}.`)
  }
  if (short < (limits.minShortSide ?? 1)) {
    throw new Fault('small', `${size}; the shorter side needs ${limits.minShortSide}.`)
  }
  if (long > short * (limits.maxRatio ?? Number.POSITIVE_INFINITY)) {
    throw new Fault('ratio', `${size}; one side may be ${limits.maxRatio} times the other.`)
  }
  if (width * height > MAX_PIXELS) {
    throw new Fault('large', `${size}; ${MAX_PIXELS} pixels in all are the limit.`)
  }
}
