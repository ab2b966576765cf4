import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { weightedDifference } from '../../raster/weighted-difference.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { LiftPart, LiftStrengths } from './lift-features.ts'
import type { SofteningLayer } from './softening-layers.ts'

/** What every face gets, and at most gets, in automatic lifts: they are to look like the person after a good night. */
const MIN_STRENGTH = 0.15
const MAX_STRENGTH = 0.6

/** The mean change of lightness (L*) by the full treatment at which a part gets the most. */
const SATURATING_CHANGE: Partial<Record<LiftPart, number>> = {
  eye_bag: 2.5,
  cheek: 1.2,
  forehead: 0.8,
  mouth: 0.8,
}

/**
 * Strengths that suit a face: lines and bags are lifted by how much there is of them, the corners of the mouth by how
 * far they hang, the line of the jaw by how broad it is below the cheeks.
 */
export function autoStrengths(map: NormalisedFace, list: readonly SofteningLayer[]): LiftStrengths {
  const strengths: LiftStrengths = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 0 }
  for (const softening of list) {
    const { part } = softening
    strengths[part] = strengthFor(meanLightnessChange(softening) / (SATURATING_CHANGE[part] ?? 1))
  }
  strengths.mouth = Math.max(strengths.mouth, strengthFor(mouthDroop(map) / 0.15))
  strengths.shape = strengthFor((jawBreadth(map) - 0.72) / 0.16)
  return strengths
}

function strengthFor(share: number): number {
  return MIN_STRENGTH + (MAX_STRENGTH - MIN_STRENGTH) * Math.min(1, Math.max(0, share))
}

/** The mean of what a softening changes of lightness, by how much of it counts where. */
function meanLightnessChange({ area, change }: SofteningLayer): number {
  return withArena(() => {
    const [amount, none] = [allocPlane(change.l.length), allocZeroPlane(change.l.length)]
    findAmount({ amount, change: change.l })
    if (area) return weightedDifference(amount, none, area).mean
    const share = allocPlane(amount.length)
    findChanged({ share, amount })
    return weightedDifference(amount, none, share).mean
  })
}

const findAmount = formula({ planes: ['amount', 'change'] }, 'amount = abs(change)')

const findChanged = formula({ planes: ['share', 'amount'] }, 'share = amount > 0 ? 1 : 0')

/** How far the corners of the mouth lie below the line between the lips, as a share of half the mouth's width. */
function mouthDroop({ places }: NormalisedFace): number {
  const left = places[FACE.leftMouthCorner]!
  const right = places[FACE.rightMouthCorner]!
  const line = (places[FACE.upperLipBottom]!.v + places[FACE.lowerLipTop]!.v) / 2
  return ((left.v + right.v) / 2 - line) / Math.max(0.1, (left.u - right.u) / 2)
}

/** The width of the jaw at its corners to that of the face at the temples. */
function jawBreadth({ places }: NormalisedFace): number {
  const across = (a: number, b: number) => places[a]!.u - places[b]!.u
  return (
    across(FACE.leftJaw, FACE.rightJaw) / Math.max(0.1, across(FACE.leftTemple, FACE.rightTemple))
  )
}
