import type { Point } from '../../raster/picture.ts'
import type { Patient } from './treatment.ts'

/** Rows begin after whole steps of so many, so that blurs see a face on the same grid as on all of the canvas. */
const STEP = 32

/** Kernels write four numbers at once: by rows in fours none is of a row behind the last. */
const FOUR = 4

/**
 * The rows of a face around some places, with `room`, in widths of the face, above and below, as a face of its own: what
 * is done to it is done to the face. Undefined where none is on the canvas.
 */
export function rowsAround(
  { canvas, masks, tone }: Patient,
  places: readonly Point[],
  room: number,
): Patient | undefined {
  const { width, height, unit, area, factor, points } = canvas
  const ys = places.map(({ y }) => y)
  const top = Math.max(0, STEP * Math.floor((Math.min(...ys) - room * unit) / STEP))
  const rows = FOUR * Math.ceil((Math.max(...ys) + room * unit - top) / FOUR)
  const end = Math.min(height, top + rows)
  if (end <= top) return undefined
  const cut = (plane: Float32Array): Float32Array => plane.subarray(top * width, end * width)
  const toneOf = ({ l, a, b }: Patient['tone']) => ({ l: cut(l), a: cut(a), b: cut(b) })
  const { bare, region, plain, typical } = masks
  const own = {
    ...canvas,
    height: end - top,
    area: {
      ...area,
      top: area.top + top * factor,
      height: Math.min(area.height - top * factor, (end - top) * factor),
    },
    points: points.map(({ x, y }) => ({ x, y: y - top })),
    tone: toneOf(canvas.tone),
  }
  return {
    canvas: own,
    masks: { bare: cut(bare), region: cut(region), plain: cut(plain), typical },
    tone: toneOf(tone),
  }
}
