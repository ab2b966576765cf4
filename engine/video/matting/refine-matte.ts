import { boxMean } from '../../vision/mattes/box-mean.ts'
import type { RoughMatte } from './matte-track.ts'

/** A matte that follows the edges of its frame: near each cell it is slope · Y + offset, with Y in 0–255. */
export type FineMatte = {
  width: number
  height: number
  slope: Float32Array
  offset: Float32Array
  /** On the grid itself, 0–1. */
  alpha: Float32Array
}

/** Cells by which the network's edge can be off. */
const RADIUS = 2
/** Variance of luma, 0–1 squared, that still counts as one surface. */
const SMOOTHNESS = 2e-3

/**
 * The guided filter with luma as its guide, on the grid of the network and applied at full size (He and Sun, "Fast
 * Guided Filter", 2015). What it gives is overwritten by the next frame's.
 */
export function refineMattes(): (rough: RoughMatte) => FineMatte {
  let planes: Float32Array[] = []
  return ({ small, alpha }) => {
    const { width, height } = small
    const length = width * height
    if (planes[0]?.length !== length) {
      planes = Array.from({ length: 6 }, () => new Float32Array(length))
    }
    const [guide, meanGuide, meanAlpha, slope, offset, out] = planes as SixPlanes
    const smooth = (plane: Float32Array, into = plane): Float32Array =>
      boxMean(plane, width, height, RADIUS, into)
    for (let at = 0; at < length; at++) {
      const level = small.y[at]! / 255
      guide[at] = level
      slope[at] = level * alpha[at]!
      offset[at] = level * level
    }
    smooth(guide, meanGuide)
    smooth(alpha, meanAlpha)
    smooth(slope)
    smooth(offset)
    for (let at = 0; at < length; at++) {
      const level = meanGuide[at]!
      const variance = offset[at]! - level * level
      slope[at] = (slope[at]! - level * meanAlpha[at]!) / (variance + SMOOTHNESS)
      offset[at] = meanAlpha[at]! - slope[at]! * level
    }
    smooth(slope)
    smooth(offset)
    for (let at = 0; at < length; at++) {
      out[at] = slope[at]! * guide[at]! + offset[at]!
      slope[at] = slope[at]! / 255
    }
    return { width, height, slope, offset, alpha: out }
  }
}

type SixPlanes = [
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
]
