import type { Box } from '../../geometry/box.ts'
import {
  type Displacement,
  identityDisplacement,
  removeFolds,
  smoothDisplacement,
} from '../../raster/warp/displacement.ts'
import type { FaceFrame } from './face-frame.ts'
import { invertField } from './invert-field.ts'
import type { LocalWarp } from './local-warp.ts'
import type { MotionMask } from './motion-mask.ts'
import type { NormalisedFace } from './normalised-face.ts'
import { type NodeSteps, sumWarps } from './sum-warps.ts'

const NODES_PER_EYE_DISTANCE = 56

/**
 * The backward field of some local warps over the part `area` of a picture, in pixels. The warps say where a pixel goes
 * (a forward field), so that a landmark lands where they put it; {@link invertField} turns that into where a pixel
 * comes from. The field does not fold, and pixels that the mask pins stay.
 *
 * The functions below handle one row each: V8 rarely compiles a nested loop well that runs once.
 */
export function backwardField(
  { frame }: NormalisedFace,
  warps: LocalWarp[],
  area: Box,
  motionMask: MotionMask,
): Displacement {
  const step = nodeStepOf(frame)
  const forward = identityDisplacement(area.width, area.height, step)
  const { cols, rows } = forward
  const steps = sumWarps(frame, warps, { left: area.left, top: area.top, step, cols, rows })
  for (let j = 0; j < rows; j++) maskRow(steps, frame, area, motionMask, forward, j)
  const field = smoothDisplacement(invertField(forward), 1)
  removeFolds(field)
  for (let j = 0; j < rows; j++) zeroPinnedRow(field, area, motionMask, j)
  return field
}

/** The pixels between neighbouring nodes of a face's field. */
export function nodeStepOf({ pixelsPerU }: FaceFrame): number {
  return Math.min(24, Math.max(1, Math.round(pixelsPerU / NODES_PER_EYE_DISTANCE)))
}

/** Writes a row of steps into a field, in pixels and weighted by the motion mask. */
function maskRow(
  { u, v }: NodeSteps,
  frame: FaceFrame,
  area: Box,
  motionMask: MotionMask,
  field: Displacement,
  j: number,
): void {
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    if (u[k] === 0 && v[k] === 0) continue
    const step = frame.toPixelVector({ u: u[k]!, v: v[k]! })
    const weight = motionMask(area.left + i * field.step, area.top + j * field.step)
    field.dx[k] = step.x * weight.across
    field.dy[k] = step.y * weight.down
  }
}

/** Sets pinned nodes back to 0, which smoothing and the removal of folds may have moved. */
function zeroPinnedRow(field: Displacement, area: Box, motionMask: MotionMask, j: number): void {
  for (let i = 0, k = j * field.cols; i < field.cols; i++, k++) {
    if (field.dx[k] === 0 && field.dy[k] === 0) continue
    const weight = motionMask(area.left + i * field.step, area.top + j * field.step)
    if (weight.across === 0) field.dx[k] = 0
    if (weight.down === 0) field.dy[k] = 0
  }
}
