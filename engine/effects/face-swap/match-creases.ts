import { creaseMask } from '../../face/crease-mask.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import type { LabPlanes } from '../../raster/lab-planes.ts'
import type { Point } from '../../raster/picture.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import { LAB_AXES, labDifference } from './lab-difference.ts'
import { mouthOpenness } from './openings.ts'

/** Folds lie between these two blurs, in widths of the face: finer is texture, coarser is light. */
const FINE_SIGMA = 0.006
const COARSE_SIGMA = 0.055

/** Differences of two mouths' width, in distances of the outer corners of the eyes, and of how far they are open. */
const WIDTH_DIFFERENCE = [0.04, 0.12] as const
const OPENNESS_DIFFERENCE = [0.05, 0.16] as const

/** A face's landmarks, as far apart as its expression has them. */
export type LandmarkPoints = readonly Point[]

/**
 * Gives the skin around the mouth the folds of the old face where one of the two laughs and the other does not: a
 * laugh's folds around a calm mouth, or a smooth cheek beside a laughing one, belong to nobody. `skin` is what both
 * faces show there, folds too deep to be told from shadows with it.
 */
export function matchCreases(
  tone: LabPlanes,
  old: FaceRegion,
  landmarks: { old: LandmarkPoints; given: LandmarkPoints },
  skin: Float32Array,
): void {
  const share = expressionDifference(landmarks.old, landmarks.given)
  if (share === 0) return
  const [cheek, mouth] = [creaseMask(old, 'cheek'), creaseMask(old, 'mouth')]
  const lines = allocPlane(skin.length)
  unionMasks({ lines, cheek, mouth })
  const area = blur(lines, old, 0.02 * old.faceWidth)
  const { l, a, b } = labDifference(old.lab, tone)
  const coarse = blurAllWithin([l, a, b], skin, old, COARSE_SIGMA * old.faceWidth)
  const fine = blurAllWithin([l, a, b], skin, old, Math.max(0.6, FINE_SIGMA * old.faceWidth))
  for (const [nth, axis] of LAB_AXES.entries()) {
    addBand({ plane: tone[axis], area, skin, fine: fine[nth]!, coarse: coarse[nth]! }, { share })
  }
}

const unionMasks = formula({ planes: ['lines', 'cheek', 'mouth'] }, 'lines = max(cheek, mouth)')

const addBand = formula(
  { planes: ['plane', 'area', 'skin', 'fine', 'coarse'], scalars: ['share'] },
  'plane = plane + share * smoothstep(0.05, 0.6, area) * skin * (fine - coarse)',
)

/** How far two mouths are in different expressions, 0–1. */
function expressionDifference(old: readonly Point[], given: readonly Point[]): number {
  const wider = Math.abs(mouthWidth(old) - mouthWidth(given))
  const opener = Math.abs(mouthOpenness(old) - mouthOpenness(given))
  return Math.max(
    smoothstep(...WIDTH_DIFFERENCE, wider),
    smoothstep(...OPENNESS_DIFFERENCE, opener),
  )
}

function mouthWidth(landmarks: readonly Point[]): number {
  const apart = (i: number, j: number): number =>
    Math.hypot(landmarks[i]!.x - landmarks[j]!.x, landmarks[i]!.y - landmarks[j]!.y)
  const eyes = apart(FACE.rightEye.outer, FACE.leftEye.outer)
  return apart(FACE.rightMouthCorner, FACE.leftMouthCorner) / Math.max(1e-6, eyes)
}
