import { FACE } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import { smoothstep } from '../skin/smoothstep.ts'

/** How wide the edge of the new face is, in widths of the face. */
const EDGE = 0.035

/** How soft the edge towards hair is, in widths of the face. */
const FRINGE = 0.018

/**
 * Where the new face is seen, 0–1: the oval, fading inside its own edge, without what covers either face. `kept` are
 * features of the old face that stay.
 */
export function swapMask(
  canvas: Canvas,
  cover: { old: Float32Array; given: Float32Array },
  kept: readonly (readonly number[])[],
): Float32Array {
  const { unit } = canvas
  const oval = blur(faceOval(canvas), canvas, EDGE * unit).map((v) => smoothstep(0.5, 0.98, v))
  const over = blur(cover.old, canvas, FRINGE * unit)
  // The old fringe falls over the new face; the giver's own must not leave so much as its edge.
  const beside = blur(cover.given, canvas, 2 * FRINGE * unit)
  const hair = over.map((value, i) =>
    Math.max(smoothstep(0.08, 0.45, value), smoothstep(0.03, 0.3, beside[i]!)),
  )
  const stays = new Float32Array(oval.length)
  for (const ring of kept) paintPolygon(stays, canvas, trace(canvas, ring))
  const soft = blur(stays, canvas, 0.012 * unit)
  return oval.map((value, i) => value * (1 - hair[i]!) * (1 - Math.min(1, 2.5 * soft[i]!)))
}

/** 1 inside the face's outline. */
export function faceOval(canvas: Canvas): Float32Array {
  const plane = new Float32Array(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, FACE.oval))
  return plane
}
