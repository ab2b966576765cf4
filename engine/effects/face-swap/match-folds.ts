import { formula } from '../../raster/formula.ts'
import type { Point } from '../../raster/picture.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { FACE } from '../../vision/face.ts'
import { lineArea } from '../face-lift/line-areas.ts'
import { blur, blurAllWithin } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import { AXES, minusTone } from './minus.ts'
import { mouthOpenness } from './openings.ts'

/** Folds lie between these two blurs, in widths of the face: finer is texture, coarser is light. */
const FINE = 0.006
const COARSE = 0.055

/** Differences of two mouths' width, in distances of the outer corners of the eyes, and of how far they are open. */
const WIDER = [0.04, 0.12] as const
const OPENER = [0.05, 0.16] as const

/** A face's landmarks, as far apart as its expression has them. */
export type Expression = readonly Point[]

/**
 * Gives the skin around the mouth the folds of the old face where one of the two laughs and the other does not: a
 * laugh's folds around a calm mouth, or a smooth cheek beside a laughing one, belong to nobody. `skin` is what both
 * faces show there, folds too deep to be told from shadows with it.
 */
export function matchFolds(
  tone: Tone,
  old: Canvas,
  landmarks: { old: Expression; given: Expression },
  skin: Float32Array,
): void {
  const share = unlikeMouths(landmarks.old, landmarks.given)
  if (share === 0) return
  const [cheek, mouth] = [lineArea(old, 'cheek'), lineArea(old, 'mouth')]
  const lines = takePlane(skin.length)
  join({ lines, cheek, mouth })
  const area = blur(lines, old, 0.02 * old.unit)
  const { l, a, b } = minusTone(old.tone, tone)
  const coarse = blurAllWithin([l, a, b], skin, old, COARSE * old.unit)
  const fine = blurAllWithin([l, a, b], skin, old, Math.max(0.6, FINE * old.unit))
  for (const [nth, axis] of AXES.entries()) {
    fold({ plane: tone[axis], area, skin, fine: fine[nth]!, coarse: coarse[nth]! }, { share })
  }
}

const join = formula('lines = max(cheek, mouth)')

const fold = formula('plane = plane + share * smoothstep(0.05, 0.6, area) * skin * (fine - coarse)')

/** How far two mouths are in different expressions, 0–1. */
function unlikeMouths(old: readonly Point[], given: readonly Point[]): number {
  const wider = Math.abs(mouthWidth(old) - mouthWidth(given))
  const opener = Math.abs(mouthOpenness(old) - mouthOpenness(given))
  return Math.max(smoothstep(...WIDER, wider), smoothstep(...OPENER, opener))
}

function mouthWidth(landmarks: readonly Point[]): number {
  const apart = (i: number, j: number): number =>
    Math.hypot(landmarks[i]!.x - landmarks[j]!.x, landmarks[i]!.y - landmarks[j]!.y)
  const eyes = apart(FACE.rightEye.outer, FACE.leftEye.outer)
  return apart(FACE.rightMouthCorner, FACE.leftMouthCorner) / Math.max(1e-6, eyes)
}
