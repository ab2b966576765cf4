import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/face.ts'
import { lineAreas } from '../face-lift/line-areas.ts'
import { blur, blurWithin } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import { mouthOpenness } from './openings.ts'

/** Folds lie between these two blurs, in widths of the face: finer is texture, coarser is light. */
const FINE = 0.006
const COARSE = 0.055

/** Differences of two mouths' width, in distances of the outer corners of the eyes, and of how far they are open. */
const WIDER = [0.04, 0.12] as const
const OPENER = [0.05, 0.16] as const

/**
 * Gives the skin around the mouth the folds of the old face where one of the two laughs and the other does not: a
 * laugh's folds around a calm mouth, or a smooth cheek beside a laughing one, belong to nobody. `skin` is what both
 * faces show there, folds too deep to be told from shadows with it.
 */
export function matchFolds(
  tone: Tone,
  old: Canvas,
  landmarks: { old: readonly Point[]; given: readonly Point[] },
  skin: Float32Array,
): void {
  const share = unlikeMouths(landmarks.old, landmarks.given)
  if (share === 0) return
  const { cheek, mouth } = lineAreas(old)
  const lines = cheek.map((value, i) => Math.max(value, mouth[i]!))
  const area = blur(lines, old, 0.02 * old.unit).map((value) => smoothstep(0.05, 0.6, value))
  for (const key of ['l', 'a', 'b'] as const) {
    const [wished, own] = [old.tone[key], tone[key]].map((plane) => relief(plane, skin, old))
    for (let i = 0; i < area.length; i++) {
      tone[key][i] = tone[key][i]! + share * area[i]! * skin[i]! * (wished![i]! - own![i]!)
    }
  }
}

function relief(plane: Float32Array, skin: Float32Array, canvas: Canvas): Float32Array {
  const coarse = blurWithin(plane, skin, canvas, COARSE * canvas.unit)
  const fine = blurWithin(plane, skin, canvas, Math.max(0.6, FINE * canvas.unit))
  return fine.map((value, i) => value - coarse[i]!)
}

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
