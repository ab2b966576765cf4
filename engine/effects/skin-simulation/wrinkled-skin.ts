import type { Point } from '../../raster/picture.ts'
import { FACE } from '../../vision/face.ts'
import { blur, blurWithin } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import { smoothstep } from '../skin/smoothstep.ts'
import type { Patient } from './treatment.ts'

/**
 * Where dark lines are wrinkles, 0–1: the face with its deepest folds, which are too dark to count as skin but have skin
 * on both sides. Hair and beard and what is beside them are left out, for what is dark and thin there is hair; the nose
 * and the upper lids too, for their creases are the nose and the eyes themselves.
 */
export function wrinkledSkin({ canvas, masks }: Patient): Float32Array {
  const { bare, region } = masks
  const own = ownCreases(canvas)
  const open = bare.map((value, i) => value * (1 - own[i]!))
  const skin = region.map((value, i) => (bare[i]! > 0.02 ? Math.min(1, value / bare[i]!) : 1))
  const near = blurWithin(skin, open, canvas, 0.03 * canvas.unit)
  return open.map((value, i) => value * smoothstep(0.72, 0.93, near[i]!))
}

/** The sides and wings of the nose, and what lies between each brow and its eye. */
function ownCreases(canvas: Canvas): Float32Array {
  const plane = new Float32Array(canvas.width * canvas.height)
  const lid = (brow: readonly number[], lashes: readonly number[]): Point[] =>
    trace(canvas, [...brow, ...[...lashes].reverse()])
  paintPolygon(plane, canvas, trace(canvas, NOSE))
  paintPolygon(plane, canvas, lid(FACE.leftBrowTop, FACE.leftUpperLid))
  paintPolygon(plane, canvas, lid(FACE.rightBrowTop, FACE.rightUpperLid))
  return blur(plane, canvas, 0.008 * canvas.unit).map((value) => Math.min(1, 2 * value))
}

const NOSE = [
  FACE.noseTop,
  417,
  465,
  343,
  277,
  355,
  358,
  327,
  FACE.noseBase,
  98,
  129,
  126,
  47,
  114,
  245,
  193,
]
