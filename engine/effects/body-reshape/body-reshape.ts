import { Fault } from '../../../catalog/failures/fault.ts'
import { cropToBody } from '../../body/crop-to-body.ts'
import { personMattes } from '../../body/mattes.ts'
import { movePerson } from '../../body/move-person.ts'
import { requireShown } from '../../body/require-shown.ts'
import type { Box } from '../../geometry/box.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { releaseOwnership } from '../../raster/pixels/copy-on-write.ts'
import { paste } from '../../raster/pixels/crop.ts'
import {
  type Displacement,
  identityDisplacement,
  removeFolds,
  smoothDisplacement,
} from '../../raster/warp/displacement.ts'
import type { Body } from '../../vision/bodies/body.ts'
import { ADJUSTMENTS } from './adjustments.ts'
import {
  type AdjustmentName,
  type BodyFeatures,
  REPORTED_KEYS,
  reportedKeys,
  requestedAmounts,
  type SidedAmount,
} from './features.ts'
import { noteMarksBeside } from './note-marks-beside.ts'
import { anatomyOf } from './shape/anatomy.ts'
import { findHeld, type Held, keepHeld } from './shape/keep-held.ts'
import { limitToFrame } from './shape/limit-to-frame.ts'
import { type BodyShape, shapeOf } from './shape/shape.ts'
import { addWidening } from './shape/widen.ts'

export type { BodyFeatures } from './features.ts'

type Amounts = Map<AdjustmentName, SidedAmount>

/**
 * Reshapes one person and nobody else. The person moves as a layer over the background, which keeps its place; what the
 * new outline uncovers is inpainted. Pixels away from the person keep their bytes.
 * @param others masks of everybody else, as large as the picture
 * @returns the result, the very picture if nothing changes; in `applied` for each reported key whether it was requested
 * and applied; and in words what keeps its place
 * @throws Fault `pose` when a region that a key needs is not visible or others leave no room, `parameter` for an
 * unknown key or a value out of range
 */
export function bodyReshape(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
  features: BodyFeatures,
): { picture: Picture; applied: Record<string, boolean>; note?: string } {
  const amounts = requestedAmounts(features)
  const applied: Record<string, boolean> = Object.fromEntries(
    REPORTED_KEYS.map((key) => [key, false]),
  )
  for (const [name, amount] of amounts) {
    const adjustment = ADJUSTMENTS[name]
    if (!adjustment) throw new Fault('parameter', `features.${name} is not available.`)
    requireShown(body, `features.${name}`, adjustment.requires)
    adjustment.check?.(body)
    for (const key of reportedKeys(name, amount)) applied[key] = true
  }
  if (amounts.size === 0) return { picture, applied }
  const { area, ...part } = cropToBody(picture, body, others)
  const { width, height } = picture
  const frame = { left: -area.left, top: -area.top, width, height }
  const reshaped = reshapeCrop(part.picture, part.body, part.others, amounts, frame)
  return {
    picture: reshaped.picture ? paste(picture, reshaped.picture, area.left, area.top) : picture,
    applied,
    ...(reshaped.notes.length > 0 && { note: reshaped.notes.join(' ') }),
  }
}

/** Said where a hand holds something. */
const KEPT =
  'What a hand seems to hold keeps its place, so that it stays straight: the body changes less beside it.'

/**
 * @param picture the part, which is changed itself
 * @param frame of the whole picture, in pixels of this part of it
 */
function reshapeCrop(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
  amounts: Amounts,
  frame: Box,
): { picture: Picture | undefined; notes: string[] } {
  const anatomy = anatomyOf(body)
  const options = { scale: anatomy.scale, hair: amounts.has('taller') }
  const mattes = personMattes(picture, body, others, options)
  const shape = shapeOf({ ...body, mask: mattes.matte }, anatomy)
  // A person who grows takes what they hold along.
  const held = options.hair ? [] : findHeld(picture, body, mattes.occlusion, anatomy.scale)
  const field = displacementOf(picture, shape, amounts, frame, held)
  const beside = noteMarksBeside(picture, mattes.occlusion, field)
  // Nothing reads the part as it was from here on.
  releaseOwnership(picture)
  const moved = movePerson(picture, mattes, field, anatomy.scale)
  return {
    picture: moved,
    notes: [...(held.length > 0 ? [KEPT] : []), ...(moved && beside ? [beside] : [])],
  }
}

/** The field of all adjustments together: added up, kept inside the frame, smoothed and free of folds. */
function displacementOf(
  picture: Picture,
  shape: BodyShape,
  amounts: Amounts,
  frame: Box,
  held: readonly Held[],
): Displacement {
  const { scale } = shape.anatomy
  const step = Math.min(16, Math.max(3, Math.round(scale / 70)))
  const field = identityDisplacement(picture.width, picture.height, step)
  for (const [part, sections] of shape.sections) {
    addWidening(
      field,
      sections,
      (section, which) => {
        const side = which === shape.leftOn ? 'left' : 'right'
        let sum = 0
        for (const [name, amount] of amounts) {
          sum += ADJUSTMENTS[name]?.widen?.(amount, part, section.station.t, side) ?? 0
        }
        return sum
      },
      scale,
    )
  }
  for (const [name, amount] of amounts) ADJUSTMENTS[name]?.move?.(amount, shape, field)
  limitToFrame(field, frame)
  const smooth = smoothDisplacement(field, 1)
  keepHeld(smooth, held, scale)
  removeFolds(smooth)
  return smooth
}
