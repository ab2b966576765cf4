import type { LiftFeatures } from '../../../catalog/face-lift.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import type { Face } from '../../vision/face.ts'
import { type SkinSmoothing, smoothed } from '../face-reshape/face-reshape.ts'
import { earsShown } from '../face-reshape/warp/ears-shown.ts'
import { mapFace } from '../face-reshape/warp/face-map.ts'
import { warpFace } from '../face-reshape/warp/warp-face.ts'
import { openCanvas, SKIN_ROOM, WIDEST } from '../skin/canvas.ts'
import { repaint } from '../skin/repaint.ts'
import { skinMasks } from '../skin/skin-masks.ts'
import { autoStrengths } from './auto-strengths.ts'
import { type Lifted, type Strengths, strengthsOf } from './lift-features.ts'
import { liftMoves } from './lifts.ts'
import { requireLiftable } from './require-liftable.ts'
import { soften, softenings } from './soften.ts'

/** What is asked, as on the wire; `auto` needs no features. */
export type FaceLift = {
  type: 'auto' | 'custom'
  features?: LiftFeatures
  global?: SkinSmoothing
}

/**
 * Lifts one face and no other: bags and lines are softened where they are, and cheeks, brows, the corners of the mouth
 * and the line of the jaw are moved up in one warp. With nothing asked the result is the picture itself.
 *
 * Throws `small-face` and `turned-face` as {@link requireLiftable}, `parameter` for a key or value there is no lift
 * for.
 */
export function faceLift(
  picture: Picture,
  face: Face,
  others: readonly Face[],
  { type, features = {}, global = {} }: FaceLift,
): Picture {
  const asked = strengthsOf(features)
  requireLiftable(face, picture)
  const map = mapFace(face, earsShown(picture, face))
  const source = smoothed(picture, face, global)
  if (type === 'custom' && !needsSoftening(asked)) {
    return warpFace(source, map, others, liftMoves(asked, map))
  }
  const { softened, strengths } = inPlaneRoom(() => {
    const canvas = openCanvas(source, face, WIDEST.broad, SKIN_ROOM)
    const isAsked = (part: Lifted) => type === 'auto' || asked[part] > 0
    const list = softenings(canvas, skinMasks(canvas), isAsked)
    const strengths = type === 'auto' ? autoStrengths(map, list) : asked
    return { softened: repaint(source, canvas, soften(canvas, list, strengths)), strengths }
  })
  return warpFace(softened, map, others, liftMoves(strengths, map))
}

function needsSoftening({ eye_bag, cheek, forehead, mouth }: Strengths): boolean {
  return eye_bag > 0 || cheek > 0 || forehead > 0 || mouth > 0
}
