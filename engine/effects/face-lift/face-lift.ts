import type { LiftFeatures } from '../../../catalog/features/face-lift.ts'
import { MAX_FACE_WIDTH, readFaceRegion } from '../../face/face-region.ts'
import { repaint } from '../../face/repaint.ts'
import { applySkinSmoothing, type SkinSmoothing } from '../../face/retouch/apply-skin-smoothing.ts'
import { skinMasks } from '../../face/skin-masks.ts'
import { SKIN_MARGIN } from '../../face/tuning.ts'
import { earVisibility } from '../../face/warp/ear-visibility.ts'
import { normaliseFace } from '../../face/warp/normalised-face.ts'
import { warpFace } from '../../face/warp/warp-face.ts'
import { withArena } from '../../raster/arena.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { autoStrengths } from './auto-strengths.ts'
import { type LiftPart, type LiftStrengths, strengthsOf } from './lift-features.ts'
import { liftWarps } from './lift-warps.ts'
import { requireLiftable } from './require-liftable.ts'
import { addLayers, softeningLayers } from './softening-layers.ts'

/** The effect's parameters as on the wire: features of 0 to 100; `auto` needs none. */
export type FaceLiftParameters = {
  type: 'auto' | 'custom'
  features?: LiftFeatures
  global?: SkinSmoothing
}

/**
 * Lifts one face: softens bags and lines where they are, then moves cheeks, brows, the corners of the mouth and the
 * line of the jaw up in one warp. `others` keep their bytes; with nothing asked the result is the picture itself.
 * @throws Fault `small-face` and `turned-face` as {@link requireLiftable}, `parameter` for an unknown part or value
 */
export function liftFace(
  picture: Picture,
  face: Face,
  others: readonly Face[],
  { type, features = {}, global = {} }: FaceLiftParameters,
): Picture {
  const asked = strengthsOf(features)
  requireLiftable(face, picture)
  const normalised = normaliseFace(face, earVisibility(picture, face))
  const source = applySkinSmoothing(picture, face, global)
  if (type === 'custom' && !needsSoftening(asked)) {
    return warpFace(source, normalised, others, liftWarps(asked, normalised))
  }
  const { softened, strengths } = withArena(() => {
    const region = readFaceRegion(source, face, MAX_FACE_WIDTH.broad, SKIN_MARGIN)
    const isAsked = (part: LiftPart) => type === 'auto' || asked[part] > 0
    const layers = softeningLayers(region, skinMasks(region), isAsked)
    const strengths = type === 'auto' ? autoStrengths(normalised, layers) : asked
    return { softened: repaint(source, region, addLayers(region, layers, strengths)), strengths }
  })
  return warpFace(softened, normalised, others, liftWarps(strengths, normalised))
}

function needsSoftening({ eye_bag, cheek, forehead, mouth }: LiftStrengths): boolean {
  return eye_bag > 0 || cheek > 0 || forehead > 0 || mouth > 0
}
