import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { weightedDifference } from '../../raster/filter/weighted-difference.ts'
import { formula } from '../../raster/formula.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { LiftPart, LiftStrengths } from './lift-features.ts'
import type { SofteningLayer } from './softening-layers.ts'
import {
  AUTO_LEAST_WIDTH,
  BROAD_JAW,
  FULL_DROOP,
  MAX_STRENGTH,
  MIN_STRENGTH,
  SATURATING_CHANGE,
} from './tuning.ts'

/**
 * Strengths that suit a face: of lines and bags by how much there is to soften, of the corners of the mouth by how far
 * they droop, of the jaw by how broad it is below the cheeks.
 */
export function autoStrengths(
  face: NormalisedFace,
  layers: readonly SofteningLayer[],
): LiftStrengths {
  const saturating: Partial<Record<LiftPart, number>> = SATURATING_CHANGE
  const strengths: LiftStrengths = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 0 }
  for (const layer of layers) {
    const { part } = layer
    strengths[part] = strengthFor(meanLightnessChange(layer) / (saturating[part] ?? 1))
  }
  strengths.mouth = Math.max(strengths.mouth, strengthFor(mouthDroop(face) / FULL_DROOP))
  strengths.shape = strengthFor((jawBreadth(face) - BROAD_JAW.from) / BROAD_JAW.range)
  return strengths
}

function strengthFor(share: number): number {
  return MIN_STRENGTH + (MAX_STRENGTH - MIN_STRENGTH) * Math.min(1, Math.max(0, share))
}

/** The mean change of L* by a layer: weighted by its area, or else over the pixels that change. */
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

/** How far the corners of the mouth lie below the line between the lips, in half widths of the mouth. */
function mouthDroop({ landmarks }: NormalisedFace): number {
  const left = landmarks[FACE.leftMouthCorner]!
  const right = landmarks[FACE.rightMouthCorner]!
  const line = (landmarks[FACE.upperLipBottom]!.v + landmarks[FACE.lowerLipTop]!.v) / 2
  return ((left.v + right.v) / 2 - line) / Math.max(AUTO_LEAST_WIDTH, (left.u - right.u) / 2)
}

/** The width of the jaw at its corners, in widths of the face at the temples. */
function jawBreadth({ landmarks }: NormalisedFace): number {
  const across = (a: number, b: number) => landmarks[a]!.u - landmarks[b]!.u
  return (
    across(FACE.leftJaw, FACE.rightJaw) /
    Math.max(AUTO_LEAST_WIDTH, across(FACE.leftTemple, FACE.rightTemple))
  )
}
