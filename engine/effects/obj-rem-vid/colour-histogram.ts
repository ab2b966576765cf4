import type { Box } from '../../geometry/box.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import { CHROMA_BITS, COLOUR_HISTOGRAM_UNSEEN, HISTOGRAM_BLUR, LUMA_BITS } from './tuning.ts'

/** How often colours occur, in shares of all; bins of luma and of both chroma planes. */
export type ColourHistogram = Float32Array

const LUMAS = 256 >> LUMA_BITS
const CHROMAS = 256 >> CHROMA_BITS

/** Counts the colours of a box where `weight` is above 0, blurred a little so that noise does not leave a bin empty. */
export function histogramOf(
  frame: SmallFrame,
  weight: (at: number) => number,
  { left, top, width, height }: Box = { left: 0, top: 0, width: frame.width, height: frame.height },
): ColourHistogram | undefined {
  const bins = new Float32Array(LUMAS * CHROMAS * CHROMAS)
  let total = 0
  for (let y = top; y < top + height; y++) {
    for (let at = y * frame.width + left, end = at + width; at < end; at++) {
      const share = weight(at)
      if (share <= 0) continue
      const bin = binOf(frame, at)
      bins[bin] = bins[bin]! + share
      total += share
    }
  }
  if (total === 0) return undefined
  for (let bin = 0; bin < bins.length; bin++) bins[bin] = bins[bin]! / total
  return blurred(bins)
}

/** Both together, the second one by this share. */
export function mixed(one: ColourHistogram, other: ColourHistogram, share: number) {
  return one.map((value, bin) => value + share * (other[bin]! - value))
}

/** By how much a pixel's colour is more frequent in one histogram than in the other: −1 to 1. */
export function likelier(
  frame: SmallFrame,
  at: number,
  one: ColourHistogram,
  other: ColourHistogram,
): number {
  const bin = binOf(frame, at)
  const ratio = Math.log(
    (one[bin]! + COLOUR_HISTOGRAM_UNSEEN) / (other[bin]! + COLOUR_HISTOGRAM_UNSEEN),
  )
  return Math.min(1, Math.max(-1, ratio / 3))
}

/** How alike two histograms are, 0–1: their intersection (Swain and Ballard 1991). */
export function likeness(one: ColourHistogram, other: ColourHistogram): number {
  let sum = 0
  for (let bin = 0; bin < one.length; bin++) sum += Math.min(one[bin]!, other[bin]!)
  return sum
}

function binOf({ y, u, v }: SmallFrame, at: number): number {
  const chroma = (u[at]! >> CHROMA_BITS) * CHROMAS + (v[at]! >> CHROMA_BITS)
  return chroma * LUMAS + (y[at]! >> LUMA_BITS)
}

function blurred(bins: ColourHistogram): ColourHistogram {
  let from = bins
  for (const step of [1, LUMAS, LUMAS * CHROMAS]) {
    const to = new Float32Array(bins.length)
    for (let bin = 0; bin < bins.length; bin++) {
      const value = from[bin]!
      if (value === 0) continue
      to[bin] = to[bin]! + HISTOGRAM_BLUR.own * value
      if (bin >= step) to[bin - step] = to[bin - step]! + HISTOGRAM_BLUR.beside * value
      if (bin + step < bins.length) to[bin + step] = to[bin + step]! + HISTOGRAM_BLUR.beside * value
    }
    from = to
  }
  return from
}
