import type { Point } from '../../raster/picture.ts'
import type { RetouchState } from './retouch-state.ts'

/** Rows begin after whole steps of so many, so that blurs see a face on the same grid as on all of the canvas. */
const GRID_STEP = 32

/** Kernels write four numbers at once: by rows in fours none is of a row behind the last. */
const KERNEL_WIDTH = 4

/**
 * The rows of a face around some places, with `room`, in widths of the face, above and below, as a face of its own: what
 * is done to it is done to the face. Undefined where none is on the canvas.
 */
export function cropRowsAround(
  { region: canvas, masks, lab }: RetouchState,
  places: readonly Point[],
  room: number,
): RetouchState | undefined {
  const { width, height, faceWidth, area, scale, points } = canvas
  const ys = places.map(({ y }) => y)
  const top = Math.max(0, GRID_STEP * Math.floor((Math.min(...ys) - room * faceWidth) / GRID_STEP))
  const rows = KERNEL_WIDTH * Math.ceil((Math.max(...ys) + room * faceWidth - top) / KERNEL_WIDTH)
  const end = Math.min(height, top + rows)
  if (end <= top) return undefined
  const cut = (plane: Float32Array): Float32Array => plane.subarray(top * width, end * width)
  const toneOf = ({ l, a, b }: RetouchState['lab']) => ({ l: cut(l), a: cut(a), b: cut(b) })
  const { bare, skin, clear, typical } = masks
  const own = {
    ...canvas,
    height: end - top,
    area: {
      ...area,
      top: area.top + top * scale,
      height: Math.min(area.height - top * scale, (end - top) * scale),
    },
    points: points.map(({ x, y }) => ({ x, y: y - top })),
    lab: toneOf(canvas.lab),
  }
  return {
    region: own,
    masks: { bare: cut(bare), skin: cut(skin), clear: cut(clear), typical },
    lab: toneOf(lab),
  }
}
