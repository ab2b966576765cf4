import { type Displacement, smoothField, stillField, unfold } from '../../../raster/displacement.ts'
import type { Box } from '../../../raster/picture.ts'
import { addUp, type Steps } from './add-up.ts'
import type { FaceMap } from './face-map.ts'
import { followBack } from './follow-back.ts'
import type { FaceFrame } from './frame.ts'
import type { Hold } from './hold.ts'
import type { Move } from './move.ts'

/** Grid nodes a distance of the eyes. */
const NODES = 56

/**
 * The backward field of some moves over the part `area` of a picture. The moves are added up where things stand and
 * then followed back, so that a landmark lands where they say. It does not fold, and what is held stays. Each row is a
 * call of its own: a loop in a loop that runs once is hardly ever compiled well.
 */
export function moveField(map: FaceMap, moves: Move[], area: Box, hold: Hold): Displacement {
  const step = stepOf(map.frame)
  const still = stillField(area.width, area.height, step)
  const grid = { left: area.left, top: area.top, step, cols: still.cols, rows: still.rows }
  const forward = held(addUp(map.frame, moves, grid), map.frame, area, hold, still)
  const field = smoothField(followBack(forward), 1)
  unfold(field)
  freeze(field, area, hold)
  return field
}

/** How far apart the nodes of a face's field are, pixels. */
export function stepOf({ across }: FaceFrame): number {
  return Math.min(24, Math.max(1, Math.round(across / NODES)))
}

/** The steps in pixels, less where they are held. */
function held(
  { u, v }: Steps,
  frame: FaceFrame,
  area: Box,
  hold: Hold,
  field: Displacement,
): Displacement {
  for (let j = 0; j < field.rows; j++) holdRow({ u, v }, frame, area, hold, field, j)
  return field
}

function holdRow(
  { u, v }: Steps,
  frame: FaceFrame,
  area: Box,
  hold: Hold,
  field: Displacement,
  j: number,
): void {
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    if (u[k] === 0 && v[k] === 0) continue
    const step = frame.toPixels({ u: u[k]!, v: v[k]! })
    const free = hold(area.left + i * field.step, area.top + j * field.step)
    field.dx[k] = step.x * free.across
    field.dy[k] = step.y * free.down
  }
}

/** Takes back what rounding off and unfolding brought to places that are held. */
function freeze(field: Displacement, area: Box, hold: Hold): void {
  for (let j = 0; j < field.rows; j++) freezeRow(field, area, hold, j)
}

function freezeRow(field: Displacement, area: Box, hold: Hold, j: number): void {
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    if (field.dx[k] === 0 && field.dy[k] === 0) continue
    const free = hold(area.left + i * field.step, area.top + j * field.step)
    if (free.across === 0) field.dx[k] = 0
    if (free.down === 0) field.dy[k] = 0
  }
}
