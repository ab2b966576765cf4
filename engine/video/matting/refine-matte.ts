import { boxMean } from '../../vision/mattes/box-mean.ts'
import type { SmallFrame } from '../shrink-frame.ts'
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
 * Guided Filter", 2015).
 */
export function refineMatte({ small, alpha }: RoughMatte): FineMatte {
  const { width, height } = small
  const mean = (plane: Float32Array): Float32Array => boxMean(plane, width, height, RADIUS)
  const guide = luma(small)
  const meanGuide = mean(guide)
  const meanAlpha = mean(alpha)
  const withAlpha = mean(product(guide, alpha))
  const square = mean(product(guide, guide))
  const slope = new Float32Array(guide.length)
  const offset = new Float32Array(guide.length)
  for (let at = 0; at < guide.length; at++) {
    const level = meanGuide[at]!
    const variance = square[at]! - level * level
    slope[at] = (withAlpha[at]! - level * meanAlpha[at]!) / (variance + SMOOTHNESS)
    offset[at] = meanAlpha[at]! - slope[at]! * level
  }
  const slopes = mean(slope)
  const offsets = mean(offset)
  const out = new Float32Array(guide.length)
  for (let at = 0; at < out.length; at++) out[at] = slopes[at]! * guide[at]! + offsets[at]!
  for (let at = 0; at < out.length; at++) slopes[at] = slopes[at]! / 255
  return { width, height, slope: slopes, offset: offsets, alpha: out }
}

function luma({ y }: SmallFrame): Float32Array {
  const plane = new Float32Array(y.length)
  for (let at = 0; at < plane.length; at++) plane[at] = y[at]! / 255
  return plane
}

function product(one: Float32Array, other: Float32Array): Float32Array {
  const plane = new Float32Array(one.length)
  for (let at = 0; at < plane.length; at++) plane[at] = one[at]! * other[at]!
  return plane
}
