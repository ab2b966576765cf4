import type { Point } from '../../geometry/point.ts'
import { quantileOrZero } from '../../geometry/quantile.ts'
import { faceWidthOf } from '../../jewellery/face-scale.ts'
import { withArena } from '../../raster/arena.ts'
import { openLevels } from '../../raster/mask/open-levels.ts'
import type { Picture } from '../../raster/picture.ts'
import { fitColourModel } from '../../regions/colour-model.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import { type Around, groundIn, readAround, skinIn, windowAround } from './read-around.ts'
import { STUD, WORN_FOREIGN, WORN_GRID, WORN_GROUND, WORN_NARROW, WORN_SKIN } from './tuning.ts'

/**
 * Whether metal or stones shine at a lobe: spots there are lighter than what is beside them and than any shine of the
 * face's skin, and have no colour of the ground. Studs and what is blurred show no more than that. On skin whose shine
 * is nearly white it tells nothing.
 * @param lobe where the ear's hole is, pixels of the photo
 */
export function wearsStud(
  picture: Picture,
  face: Face,
  regions: HeadRegions,
  lobe: Point,
): boolean {
  const unit = faceWidthOf(face)
  const around = readAround(picture, windowAround(lobe, STUD.window, unit), WORN_GRID)
  const shine = shineOf(picture, face, regions)
  if (!around || shine === undefined) return false
  const { grid, lab, placeOf } = around
  const radius = Math.max(2, Math.round((WORN_NARROW * unit) / grid.scale))
  const opened = withArena(() => openLevels(lab.l, grid, radius).slice())
  const isGround = toldAsGround(around, regions)
  let spots = 0
  for (let at = 0; at < lab.l.length; at++) {
    const { x, y } = placeOf(at)
    if (Math.hypot(x - lobe.x, y - lobe.y) > STUD.near * unit) continue
    const light = lab.l[at]!
    const standsOut = light - opened[at]! > STUD.standsOut && light > STUD.lighter * shine
    if (standsOut && !isGround(at)) spots++
  }
  return spots * (grid.scale / unit) ** 2 > STUD.area
}

/** The lightness that hardly any of the face's skin is above; undefined where hardly any skin is known. */
function shineOf(picture: Picture, face: Face, regions: HeadRegions): number | undefined {
  const around = readAround(picture, face.box, WORN_SKIN.grid)
  if (!around) return undefined
  const { l } = around.lab
  const skin = skinIn(around, regions, WORN_SKIN.share)
  if (skin.length < STUD.leastSkin * l.length) return undefined
  return quantileOrZero(
    skin.map((at) => l[at]!),
    STUD.shine,
  )
}

function toldAsGround(around: Around, regions: HeadRegions): (at: number) => boolean {
  const { lab } = around
  const colours = fitColourModel(lab, groundIn(around, regions, WORN_GROUND), 4)
  return (at) =>
    colours.some(
      ([l, a, b]) =>
        Math.hypot(lab.l[at]! - l, lab.a[at]! - a, lab.b[at]! - b) <= WORN_FOREIGN.ground,
    )
}
