import { creaseMask } from '../../face/crease-mask.ts'
import type { FaceRegion } from '../../face/face-region.ts'
import { distance, type Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocPlane } from '../../raster/arena.ts'
import { LAB_AXES, labDifference, planeDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { FACE } from '../../vision/faces/face.ts'
import { mouthOpenness } from './openings.ts'
import type { Both } from './swap-region.ts'
import {
  CREASES_COARSE_SIGMA,
  CREASES_FEATHER,
  CREASES_MATCHED,
  FINE_SIGMA,
  OPENNESS_DIFFERENCE,
  WIDTH_DIFFERENCE,
} from './tuning.ts'

/** A face's landmarks in its own picture, by the index of the face mesh. */
export type LandmarkPoints = readonly Point[]

/**
 * Gives the skin around the mouth and beside the eyes the target's creases where one of the two faces laughs and the
 * other does not: folds of a laugh around a calm mouth look wrong, and so does a smooth cheek beside a laughing one.
 * @param lab the donor's Lab planes, which are changed
 * @param skin the skin that both faces show, 0–1, with folds as dark as shadows
 * @returns where the target's creases are now, 0–1; undefined where the faces have one expression
 */
export function matchCreases(
  lab: LabPlanes,
  target: FaceRegion,
  landmarks: Both<LandmarkPoints>,
  skin: Float32Array,
): Float32Array | undefined {
  const share = expressionDifference(landmarks.target, landmarks.donor)
  if (share === 0) return undefined
  const [cheek, mouth, eyes] = (['cheek', 'mouth', 'eyes'] as const).map((part) =>
    creaseMask(target, part),
  )
  const creases = allocPlane(skin.length)
  unionMasks({ creases, cheek: cheek!, mouth: mouth!, eyes: eyes! })
  const weight = blur(creases, target, CREASES_FEATHER * target.faceWidth)
  const { l, a, b } = labDifference(target.lab, lab)
  const coarse = blurAllWithin([l, a, b], skin, target, CREASES_COARSE_SIGMA * target.faceWidth)
  const matched = allocPlane(skin.length)
  findMatched({ matched, weight, skin }, { share })
  for (const [nth, axis] of LAB_AXES.entries()) {
    addBand({ plane: lab[axis], matched, fine: { l, a, b }[axis], coarse: coarse[nth]! })
  }
  return matched
}

/**
 * The same for what is finer than the pixels of {@link matchCreases}: the L* of the fine size.
 * @param l of the donor, which is changed
 * @param matched where the target's creases are, upsampled
 */
export function matchFineCreases(
  l: Float32Array,
  target: Float32Array,
  matched: Float32Array,
  size: Size,
): void {
  const change = planeDifference(target, l)
  addBand({ plane: l, matched, fine: change, coarse: blur(change, size, FINE_SIGMA) })
}

const unionMasks = formula(
  { planes: ['creases', 'cheek', 'mouth', 'eyes'] },
  'creases = max(eyes, max(cheek, mouth))',
)

const findMatched = formula(
  { planes: ['matched', 'weight', 'skin'], scalars: ['share'] },
  `matched = share * smoothstep(${CREASES_MATCHED.none}, ${CREASES_MATCHED.whole}, weight) * skin`,
)

const addBand = formula(
  { planes: ['plane', 'matched', 'fine', 'coarse'] },
  'plane = plane + matched * (fine - coarse)',
)

/** How much the expressions of two mouths differ, 0–1. */
function expressionDifference(target: readonly Point[], donor: readonly Point[]): number {
  const wider = Math.abs(mouthWidth(target) - mouthWidth(donor))
  const opener = Math.abs(mouthOpenness(target) - mouthOpenness(donor))
  return Math.max(
    smoothstep(...WIDTH_DIFFERENCE, wider),
    smoothstep(...OPENNESS_DIFFERENCE, opener),
  )
}

function mouthWidth(landmarks: readonly Point[]): number {
  const apart = (i: number, j: number): number => distance(landmarks[i]!, landmarks[j]!)
  const eyes = apart(FACE.rightEye.outer, FACE.leftEye.outer)
  return apart(FACE.rightMouthCorner, FACE.leftMouthCorner) / Math.max(1e-6, eyes)
}
