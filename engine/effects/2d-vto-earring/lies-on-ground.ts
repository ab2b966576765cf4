import { distance, type Point } from '../../geometry/point.ts'
import { quantileOrZero } from '../../geometry/quantile.ts'
import { faceWidthOf } from '../../jewellery/face-scale.ts'
import type { Picture } from '../../raster/picture.ts'
import { fitColourModel } from '../../regions/colour-model.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import { groundIn, readAround, windowAround } from './read-around.ts'
import { LOBE_ON_GROUND, WORN_GRID, WORN_GROUND } from './tuning.ts'

/**
 * Whether what was taken for a lobe has the colours of the ground behind the person: it is what shows between an ear
 * and a lock of hair, or within a hoop.
 */
export function liesOnGround(
  picture: Picture,
  face: Face,
  regions: HeadRegions,
  lobe: Point,
): boolean {
  const unit = faceWidthOf(face)
  const { radius, pixels, colours, unlike } = LOBE_ON_GROUND
  const around = readAround(picture, windowAround(lobe, LOBE_ON_GROUND, unit), WORN_GRID)
  if (!around) return false
  const { grid, lab, placeOf } = around
  const ground = groundIn(around, regions, WORN_GROUND)
  if (ground.length < pixels) return false
  const model = fitColourModel(lab, ground, colours)
  const apart: number[] = []
  const side = radius * unit
  const column = (x: number): number => Math.floor((x - grid.area.left) / grid.scale)
  const row = (y: number): number => Math.floor((y - grid.area.top) / grid.scale)
  for (let y = Math.max(0, row(lobe.y - side)); y <= row(lobe.y + side) && y < grid.height; y++) {
    const [from, to] = [Math.max(0, column(lobe.x - side)), column(lobe.x + side)]
    for (let x = from; x <= to && x < grid.width; x++) {
      const at = y * grid.width + x
      const place = placeOf(at)
      if (distance(place, lobe) > side) continue
      const far = model.map(([l, a, b]) =>
        Math.hypot(lab.l[at]! - l, lab.a[at]! - a, lab.b[at]! - b),
      )
      apart.push(Math.min(...far))
    }
  }
  return apart.length > 0 && quantileOrZero(apart, 0.5) < unlike
}
