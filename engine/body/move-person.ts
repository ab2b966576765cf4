import { inpaint } from '../fill/inpaint.ts'
import { debugField, debugMask, debugPicture, debugPlane } from '../raster/debug.ts'
import { type Displacement, maxDisplacement } from '../raster/displacement.ts'
import { classifyCells } from '../raster/layer.ts'
import { disocclusionMask, moveLayer } from '../raster/move-layer.ts'
import type { Picture } from '../raster/picture.ts'
import type { PersonMattes } from './mattes.ts'

/** A field whose longest displacement, in pixels, is shorter moves nothing visibly. */
const MIN_REACH = 0.05

/** Pixels that the uncovered rim may be thicker than the longest displacement: soft edges and the interpolation. */
const RIM_MARGIN = 4

/**
 * Moves a person as a layer over the background, which keeps its place. The background that the move uncovers is
 * inpainted from beside it first: the clean plate.
 * @param field of the picture, backward
 * @returns a new picture; undefined where nothing moves visibly
 */
export function movePerson(
  picture: Picture,
  { matte, support, protection, occlusion }: PersonMattes,
  field: Displacement,
): Picture | undefined {
  const reach = maxDisplacement(field)
  if (reach < MIN_REACH) return undefined
  const layer = { picture, matte, support, protection, field }
  const kinds = classifyCells(layer)
  const disocclusion = disocclusionMask(layer, kinds)
  const cleanPlate = inpaint(picture, occlusion, disocclusion, reach + RIM_MARGIN)
  debugMask('person matte', matte)
  debugMask('person support', support)
  debugMask('protection', protection)
  debugPlane('occlusion', occlusion, picture)
  debugField('person displacement', field)
  debugPlane('disocclusion', disocclusion, picture)
  debugPicture('clean plate', cleanPlate)
  return moveLayer(layer, cleanPlate, kinds)
}
