import { Fault } from '../../catalog/failures/fault.ts'
import { inpaint } from '../fill/inpaint.ts'
import { allocLasting, freeLasting } from '../raster/arena.ts'
import { debugField, debugMask, debugPicture, debugPlane } from '../raster/debug.ts'
import type { Picture } from '../raster/picture.ts'
import { type Displacement, maxDisplacement } from '../raster/warp/displacement.ts'
import { classifyCells } from '../raster/warp/layer.ts'
import { limitStrain } from '../raster/warp/limit-strain.ts'
import { disocclusionMask, moveLayer } from '../raster/warp/move-layer.ts'
import { confineFromOthers, confineToPerson } from './confine-move.ts'
import { matteDoubt } from './matte-doubt.ts'
import type { PersonMattes } from './mattes.ts'
import {
  MAX_DOUBTFUL_STRAIN,
  MOVE_PERSON_MIN_REACH,
  MOVE_PERSON_MIN_SHARE,
  MOVE_PERSON_ROOM,
  RIM_MARGIN,
} from './tuning.ts'

/**
 * Moves a person as a layer over the background, which keeps its place. The background that the move uncovers is
 * inpainted from beside it first: the clean plate. The less the mattes are certain, the more the background moves along
 * instead, evenly, see {@link matteDoubt}; towards other people the move fades out.
 * @param whole the field of the picture, backward, if all is certain
 * @param scale of the body: pixels from shoulders to hips
 * @returns a new picture, unless the ownership of `picture` was released, see copy-on-write; undefined where nothing
 * moves visibly
 * @throws Fault `pose` where others leave the person no room to move
 */
export function movePerson(
  picture: Picture,
  mattes: PersonMattes,
  whole: Displacement,
  scale: number,
): Picture | undefined {
  const longest = maxDisplacement(whole)
  if (longest < MOVE_PERSON_MIN_REACH) return undefined
  const { matte, support, protection, occlusion } = mattes
  const field = { ...whole, dx: whole.dx.slice(), dy: whole.dy.slice() }
  const roomOf = ({ reaches, least }: { reaches: number; least: number }) =>
    Math.max(reaches * longest, least * scale)
  const room = {
    toOthers: roomOf(MOVE_PERSON_ROOM.toOthers),
    around: roomOf(MOVE_PERSON_ROOM.around),
  }
  const doubt = matteDoubt(picture, mattes, field, { scale, reach: room.around })
  confineToPerson(field, matte, room.around)
  const asked = maxDisplacement(field)
  if (asked < MOVE_PERSON_MIN_REACH) return undefined
  confineFromOthers(field, protection, room.toOthers)
  limitStrain(
    field,
    doubt.map((value) => MAX_DOUBTFUL_STRAIN / value),
  )
  const reach = maxDisplacement(field)
  if (reach < MOVE_PERSON_MIN_SHARE * asked) {
    throw new Fault(
      'pose',
      'Other people touch the chosen person; their outlines cannot be parted.',
    )
  }
  const layer = { picture, matte, support, protection, field, doubt }
  const kinds = classifyCells(layer)
  const disocclusion = disocclusionMask(layer, kinds)
  debugMask('person matte', matte)
  debugMask('person support', support)
  debugMask('protection', protection)
  debugPlane('occlusion', occlusion, picture)
  debugField('person displacement', field)
  debugPlane('doubt, one pixel for each node', doubt, { width: field.cols, height: field.rows })
  debugPlane('disocclusion', disocclusion, picture)
  // In memory that is there already: new pages for a whole picture cost more than what is painted.
  const lasting = allocLasting(picture.data.length)
  try {
    const room = new Uint8ClampedArray(lasting.buffer, lasting.byteOffset, lasting.length)
    const cleanPlate = inpaint(picture, occlusion, disocclusion, reach + RIM_MARGIN, { room })
    debugPicture('clean plate', cleanPlate)
    return moveLayer(layer, cleanPlate, kinds)
  } finally {
    freeLasting(lasting)
  }
}
