import { formula } from '../../raster/formula.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import { blur } from '../skin/blur.ts'
import { type Canvas, trace } from '../skin/canvas.ts'
import { disc } from '../skin/disc.ts'
import { paintPolygon } from '../skin/paint-polygon.ts'

/** The wings of the nose, each from its top along the crease to the nostril and back over the wing. */
const WINGS = [
  [209, 129, 98, 64, 102],
  [429, 358, 327, 294, 331],
] as const

/** The corners of the mouth, and how far around them, in widths of the face, their shadow reaches. */
const CORNERS = [57, 287] as const
const SHADOW = 0.035

/** 1 where every face has small shadows that are as dark and as short as spots: wings of the nose, corners of the mouth. */
export function ownShadows(canvas: Canvas): Float32Array {
  const { unit, width, height } = canvas
  const plane = zeroPlane(width * height)
  for (const wing of WINGS) paintPolygon(plane, canvas, trace(canvas, wing))
  for (const corner of trace(canvas, CORNERS))
    paintPolygon(plane, canvas, disc(corner, SHADOW * unit))
  const soft = blur(plane, canvas, 0.012 * unit)
  fill({ soft })
  return soft
}

const fill = formula('soft = min(1, 4 * soft)')
