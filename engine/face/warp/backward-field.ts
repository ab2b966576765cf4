import {
  type Displacement,
  identityDisplacement,
  removeFolds,
  smoothDisplacement,
} from '../../raster/displacement.ts'
import type { Box } from '../../raster/picture.ts'
import type { FaceFrame } from './face-frame.ts'
import { invertField } from './invert-field.ts'
import type { LocalWarp } from './local-warp.ts'
import type { MotionMask } from './motion-mask.ts'
import type { NormalisedFace } from './normalised-face.ts'
import { type NodeSteps, sumWarps } from './sum-warps.ts'

/** Grid nodes a distance of the eyes. */
const NODES_PER_EYE_DISTANCE = 56

/**
 * The backward field of some moves over the part `area` of a picture. The moves are added up where things stand and
 * then followed back, so that a landmark lands where they say. It does not fold, and what is held stays. Each row is a
 * call of its own: a loop in a loop that runs once is hardly ever compiled well.
 */
export function backwardField(
  map: NormalisedFace,
  moves: LocalWarp[],
  area: Box,
  hold: MotionMask,
): Displacement {
  const step = nodeStepOf(map.frame)
  const still = identityDisplacement(area.width, area.height, step)
  const grid = { left: area.left, top: area.top, step, cols: still.cols, rows: still.rows }
  const forward = maskedField(sumWarps(map.frame, moves, grid), map.frame, area, hold, still)
  const field = smoothDisplacement(invertField(forward), 1)
  removeFolds(field)
  zeroPinned(field, area, hold)
  return field
}

/** How far apart the nodes of a face's field are, pixels. */
export function nodeStepOf({ pixelsPerU }: FaceFrame): number {
  return Math.min(24, Math.max(1, Math.round(pixelsPerU / NODES_PER_EYE_DISTANCE)))
}

/** The steps in pixels, less where they are held. */
function maskedField(
  { u, v }: NodeSteps,
  frame: FaceFrame,
  area: Box,
  hold: MotionMask,
  field: Displacement,
): Displacement {
  for (let j = 0; j < field.rows; j++) maskRow({ u, v }, frame, area, hold, field, j)
  return field
}

function maskRow(
  { u, v }: NodeSteps,
  frame: FaceFrame,
  area: Box,
  hold: MotionMask,
  field: Displacement,
  j: number,
): void {
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    if (u[k] === 0 && v[k] === 0) continue
    const step = frame.toPixelVector({ u: u[k]!, v: v[k]! })
    const free = hold(area.left + i * field.step, area.top + j * field.step)
    field.dx[k] = step.x * free.across
    field.dy[k] = step.y * free.down
  }
}

/** Takes back what rounding off and unfolding brought to places that are held. */
function zeroPinned(field: Displacement, area: Box, hold: MotionMask): void {
  for (let j = 0; j < field.rows; j++) zeroPinnedRow(field, area, hold, j)
}

function zeroPinnedRow(field: Displacement, area: Box, hold: MotionMask, j: number): void {
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    if (field.dx[k] === 0 && field.dy[k] === 0) continue
    const free = hold(area.left + i * field.step, area.top + j * field.step)
    if (free.across === 0) field.dx[k] = 0
    if (free.down === 0) field.dy[k] = 0
  }
}
