import { formula } from '../../raster/formula.ts'
import { inPlaneRoom, takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import type { FaceMap } from '../face-reshape/warp/face-map.ts'
import { spreadWithin } from '../skin/spread-within.ts'
import type { Lifted, Strengths } from './lift-features.ts'
import type { Softening } from './soften.ts'

/** What every face gets, and at most gets, in automatic lifts: they are to look like the person after a good night. */
const LEAST = 0.15
const MOST = 0.6

/** The mean change of lightness (L*) by the full treatment at which a part gets the most. */
const WORN: Partial<Record<Lifted, number>> = {
  eye_bag: 2.5,
  cheek: 1.2,
  forehead: 0.8,
  mouth: 0.8,
}

/**
 * Strengths that suit a face: lines and bags are lifted by how much there is of them, the corners of the mouth by how
 * far they hang, the line of the jaw by how broad it is below the cheeks.
 */
export function autoStrengths(map: FaceMap, list: readonly Softening[]): Strengths {
  const strengths: Strengths = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 0 }
  for (const softening of list) {
    const { part } = softening
    strengths[part] = between(meanChange(softening) / (WORN[part] ?? 1))
  }
  strengths.mouth = Math.max(strengths.mouth, between(droop(map) / 0.15))
  strengths.shape = between((breadth(map) - 0.72) / 0.16)
  return strengths
}

function between(share: number): number {
  return LEAST + (MOST - LEAST) * Math.min(1, Math.max(0, share))
}

/** The mean of what a softening changes of lightness, by how much of it counts where. */
function meanChange({ area, change }: Softening): number {
  return inPlaneRoom(() => {
    const [amount, none] = [takePlane(change.l.length), zeroPlane(change.l.length)]
    findAmount({ amount, change: change.l })
    if (area) return spreadWithin(amount, none, area).mean
    const share = takePlane(amount.length)
    findChanged({ share, amount })
    return spreadWithin(amount, none, share).mean
  })
}

const findAmount = formula('amount = abs(change)')

const findChanged = formula('share = amount > 0 ? 1 : 0')

/** How far the corners of the mouth lie below the line between the lips, as a share of half the mouth's width. */
function droop({ places }: FaceMap): number {
  const left = places[FACE.leftMouthCorner]!
  const right = places[FACE.rightMouthCorner]!
  const line = (places[FACE.upperLipBottom]!.v + places[FACE.lowerLipTop]!.v) / 2
  return ((left.v + right.v) / 2 - line) / Math.max(0.1, (left.u - right.u) / 2)
}

/** The width of the jaw at its corners to that of the face at the temples. */
function breadth({ places }: FaceMap): number {
  const across = (a: number, b: number) => places[a]!.u - places[b]!.u
  return (
    across(FACE.leftJaw, FACE.rightJaw) / Math.max(0.1, across(FACE.leftTemple, FACE.rightTemple))
  )
}
