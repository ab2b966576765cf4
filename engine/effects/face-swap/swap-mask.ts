import { FACE } from '../../vision/face.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { smoothstep } from '../skin/smoothstep.ts'

/** How wide the edge of the new face is, in widths of the face. */
const EDGE = 0.035

/** How soft the edge towards hair is, in widths of the face. */
const FRINGE = 0.018

/**
 * Where the new face is seen, 0–1: the oval, fading inside its own edge, without hair that falls over the forehead in
 * either picture. `kept` are features of the old face that stay.
 */
export function swapMask(
  canvas: Canvas,
  old: SkinMasks,
  given: SkinMasks,
  kept: readonly (readonly number[])[],
): Float32Array {
  const { unit } = canvas
  const plane = new Float32Array(canvas.width * canvas.height)
  paintPolygon(plane, canvas, trace(canvas, FACE.oval))
  const oval = blur(plane, canvas, EDGE * unit).map((value) => smoothstep(0.5, 0.98, value))
  const fringe = hairOver(canvas, old)
  const strands = hairOver(canvas, given)
  const over = blur(fringe, canvas, FRINGE * unit)
  // The old fringe falls over the new face; the giver's own must not leave so much as its edge.
  const beside = blur(strands, canvas, 2 * FRINGE * unit)
  const hair = over.map((value, i) =>
    Math.max(smoothstep(0.08, 0.45, value), smoothstep(0.03, 0.3, beside[i]!)),
  )
  const stays = new Float32Array(plane.length)
  for (const ring of kept) paintPolygon(stays, canvas, trace(canvas, ring))
  const soft = blur(stays, canvas, 0.008 * unit)
  return oval.map((value, i) => value * (1 - hair[i]!) * (1 - Math.min(1, 1.6 * soft[i]!)))
}

/** What is no skin above the brows. Beards below are part of a face and go with it. */
function hairOver(
  { width, height, points, up, unit }: Canvas,
  { bare, region }: SkinMasks,
): Float32Array {
  const hair = new Float32Array(width * height)
  const brows = [...FACE.leftBrowTop, ...FACE.rightBrowTop].map((i) => points[i]!)
  const level = Math.max(...brows.map((p) => p.x * up.x + p.y * up.y)) / unit
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const above = smoothstep(0.025, 0.08, (x * up.x + y * up.y) / unit - level)
      if (above === 0) continue
      const skin = bare[i]! > 0.02 ? Math.min(1, region[i]! / bare[i]!) : 0
      hair[i] = above * (1 - skin)
    }
  }
  return hair
}
