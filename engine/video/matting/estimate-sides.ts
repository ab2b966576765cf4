import { boxMean } from '../../vision/mattes/box-mean.ts'
import type { SmallFrame } from '../shrink-frame.ts'

/** What the background, or the people, look like near each cell, in levels of 255; `known` is 0 where none is near. */
export type Side = { y: Float32Array; u: Float32Array; v: Float32Array; known: Float32Array }

/** Cells around an edge from which the colours of either side are taken. */
const RADIUS = 6
/** Alphas up to which a cell is all background. */
const PURE = 0.04

/** The colours on both sides of every edge: means of the pure cells around it. */
export function estimateSides(
  small: SmallFrame,
  alpha: Float32Array,
): { background: Side; people: Side } {
  return {
    background: sideOf(small, (at) => alpha[at]! < PURE),
    people: sideOf(small, (at) => alpha[at]! > 1 - PURE),
  }
}

function sideOf({ width, height, y, u, v }: SmallFrame, belongs: (at: number) => boolean): Side {
  const weight = new Float32Array(width * height)
  for (let at = 0; at < weight.length; at++) weight[at] = belongs(at) ? 1 : 0
  const known = boxMean(weight, width, height, RADIUS)
  const meanOf = (plane: Uint8Array): Float32Array => {
    const own = new Float32Array(plane.length)
    for (let at = 0; at < own.length; at++) own[at] = weight[at]! * plane[at]!
    const mean = boxMean(own, width, height, RADIUS)
    for (let at = 0; at < mean.length; at++) mean[at] = known[at]! > 0 ? mean[at]! / known[at]! : 0
    return mean
  }
  return { y: meanOf(y), u: meanOf(u), v: meanOf(v), known }
}
