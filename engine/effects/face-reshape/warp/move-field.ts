import { type Displacement, smoothField, stillField, unfold } from '../../../raster/displacement.ts'
import type { Box } from '../../../raster/picture.ts'
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
  const step = Math.min(24, Math.max(1, Math.round(map.frame.across / NODES)))
  const still = stillField(area.width, area.height, step)
  const forward = addUp(map, moves, area, hold, still)
  const field = smoothField(followBack(forward), 1)
  unfold(field)
  freeze(field, area, hold)
  return field
}

function addUp(
  { frame }: FaceMap,
  moves: Move[],
  area: Box,
  hold: Hold,
  field: Displacement,
): Displacement {
  for (let j = 0; j < field.rows; j++) addUpRow(frame, moves, area, hold, field, j)
  return field
}

function addUpRow(
  frame: FaceFrame,
  moves: readonly Move[],
  area: Box,
  hold: Hold,
  field: Displacement,
  j: number,
): void {
  const sum = { u: 0, v: 0 }
  const y = area.top + j * field.step
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    const x = area.left + i * field.step
    const { u, v } = frame.toPlace({ x, y })
    sum.u = 0
    sum.v = 0
    for (const move of moves) {
      const { ends } = move
      if (ends && (u < ends.left || u > ends.right || v < ends.top || v > ends.bottom)) continue
      move(u, v, sum)
    }
    if (sum.u === 0 && sum.v === 0) continue
    const step = frame.toPixels(sum)
    const free = hold(x, y)
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
