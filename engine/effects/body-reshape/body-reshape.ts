import { Fault } from '../../../catalog/fault.ts'
import { personMattes } from '../../body/mattes.ts'
import { requireShown } from '../../body/require-shown.ts'
import { inpaint } from '../../fill/inpaint.ts'
import { clampBox, crop, cropMask, paste } from '../../raster/crop.ts'
import {
  type Displacement,
  identityDisplacement,
  maxDisplacement,
  removeFolds,
  smoothDisplacement,
} from '../../raster/displacement.ts'
import { classifyCells } from '../../raster/layer-cells.ts'
import { disocclusionMask, moveLayer } from '../../raster/move-layer.ts'
import type { Box, Mask, Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { BodyShape } from './adjustment.ts'
import { ADJUSTMENTS } from './adjustments.ts'
import {
  type AdjustmentName,
  type BodyFeatures,
  REPORTED_KEYS,
  reportedKeys,
  requestedAmounts,
  type SidedAmount,
} from './features.ts'
import { anatomyOf } from './shape/anatomy.ts'
import { limitToFrame } from './shape/limit-to-frame.ts'
import { shapeOf } from './shape/shape.ts'
import { addWidening } from './shape/widen.ts'

export type { BodyFeatures } from './features.ts'

/**
 * Reshapes one person and nobody else. The person is moved as a layer over the background, so the background keeps
 * its place; what the new outline lays bare is filled from beside it. Pixels away from the person keep their bytes,
 * and with nothing asked the result is the picture itself. `applied` has each reported key: true when it was asked
 * for and done.
 *
 * Throws `pose` when a part that a key needs is not shown, `parameter` for a key or value there is no change for.
 */
export function bodyReshape(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
  features: BodyFeatures,
): { picture: Picture; applied: Record<string, boolean> } {
  const asked = requestedAmounts(features)
  const applied: Record<string, boolean> = Object.fromEntries(
    REPORTED_KEYS.map((key) => [key, false]),
  )
  for (const [name, amount] of asked) {
    const change = ADJUSTMENTS[name]
    if (!change) throw new Fault('parameter', `features.${name} is not available.`)
    requireShown(body, `features.${name}`, change.requires)
    change.check?.(body)
    for (const key of reportedKeys(name, amount)) applied[key] = true
  }
  if (asked.size === 0) return { picture, applied }
  const area = workArea(picture, body)
  const done = reshapeArea(
    crop(picture, area),
    bodyInArea(body, area),
    others.map(({ mask }) => ({ mask: cropMask(mask, area) })),
    asked,
    { left: -area.left, top: -area.top, width: picture.width, height: picture.height },
  )
  return { picture: done ? paste(picture, done, area.left, area.top) : picture, applied }
}

function reshapeArea(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
  asked: Map<AdjustmentName, SidedAmount>,
  frame: Box,
): Picture | undefined {
  const anatomy = anatomyOf(body)
  const { matte, support, protection, occlusion } = personMattes(picture, body, others, {
    scale: anatomy.scale,
    hair: asked.has('taller'),
  })
  const shape = shapeOf({ ...body, mask: matte }, anatomy)
  const field = displacementOf(picture, shape, asked, frame)
  const reach = maxDisplacement(field)
  if (reach < 0.05) return undefined
  const layer = { picture, matte, support, field, protection }
  const kinds = classifyCells(layer)
  const wanted = disocclusionMask(layer, kinds)
  const plate = inpaint(picture, occlusion, wanted, reach + 4)
  return moveLayer(layer, plate, kinds)
}

function displacementOf(
  picture: Picture,
  shape: BodyShape,
  asked: Map<AdjustmentName, SidedAmount>,
  frame: Box,
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
        for (const [name, amount] of asked) {
          sum += ADJUSTMENTS[name]?.widen?.(amount, part, section.station.t, side) ?? 0
        }
        return sum
      },
      scale,
    )
  }
  for (const [name, amount] of asked) ADJUSTMENTS[name]?.move?.(amount, shape, field)
  limitToFrame(field, frame)
  const smooth = smoothDisplacement(field, 1)
  removeFolds(smooth)
  return smooth
}

/** Everything a change may touch: the person with room for a wider outline and for background to fill from. */
function workArea(picture: Picture, body: Body): Box {
  const { left, top, width, height } = body.box
  const room = Math.round(0.12 * Math.max(width, height)) + 24
  return clampBox(
    { left: left - room, top: top - room, width: width + 2 * room, height: height + 2 * room },
    picture,
  )
}

function bodyInArea(body: Body, area: Box): Body {
  const shift = <P extends { x: number; y: number }>(p: P): P => ({
    ...p,
    x: p.x - area.left,
    y: p.y - area.top,
  })
  const { left, top, width, height } = body.box
  return {
    ...body,
    box: { left: left - area.left, top: top - area.top, width, height },
    landmarks: body.landmarks.map(shift),
    mask: cropMask(body.mask, area),
  }
}
