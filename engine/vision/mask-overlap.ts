import type { Body } from './bodies/body.ts'
import { intersectionOverSmaller } from './boxes.ts'

/** More person than not. */
const INSIDE = 128

/** How much of the smaller of two people's masks lies in the other's, 0–1. */
export function maskOverlap(a: Pick<Body, 'box' | 'mask'>, b: Pick<Body, 'box' | 'mask'>): number {
  if (intersectionOverSmaller(a.box, b.box) === 0) return 0
  let inA = 0
  let inB = 0
  let shared = 0
  for (let at = 0; at < a.mask.data.length; at++) {
    const isA = a.mask.data[at]! >= INSIDE
    const isB = b.mask.data[at]! >= INSIDE
    if (isA) inA++
    if (isB) inB++
    if (isA && isB) shared++
  }
  return shared / Math.max(1, Math.min(inA, inB))
}
