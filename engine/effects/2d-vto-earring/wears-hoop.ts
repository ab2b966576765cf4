import type { Point } from '../../geometry/point.ts'
import { faceWidthOf } from '../../jewellery/face-scale.ts'
import type { SamplingGrid } from '../../raster/colour/lab-planes.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Picture } from '../../raster/picture.ts'
import { type ColourModel, fitColourModel } from '../../regions/colour-model.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import { groundIn, readAround, windowAround } from './read-around.ts'
import { HOOP_GROUND, HOOP_HOLE, HOOP_PLAIN, HOOP_WINDOW, WORN_GRID } from './tuning.ts'

/**
 * Whether a hoop hangs before a plain ground: it encloses a part of it, whatever the hoop's own colours are. Strands of
 * hair are open below.
 * @param lobe where the ear's hole is, or where the edge of the face is beside an ear that is turned away
 */
export function wearsHoop(
  picture: Picture,
  face: Face,
  regions: HeadRegions,
  lobe: Point,
): boolean {
  const unit = faceWidthOf(face)
  const around = readAround(picture, windowAround(lobe, HOOP_WINDOW, unit), WORN_GRID)
  if (!around) return false
  const { grid, lab, placeOf } = around
  const behind = groundIn(around, regions, HOOP_GROUND.person)
  if (behind.length < HOOP_GROUND.share * lab.l.length) return false
  // Silver before grey differs in lightness alone.
  const isOf = (at: number, [l, a, b]: ColourModel[number]): boolean =>
    Math.hypot(lab.l[at]! - l, lab.a[at]! - a, lab.b[at]! - b) < HOOP_GROUND.unlike
  // A few pixels of one colour are the hoop's own.
  const model = fitColourModel(lab, behind, HOOP_GROUND.colours).filter(
    (colour) => behind.filter((at) => isOf(at, colour)).length > HOOP_GROUND.least * behind.length,
  )
  const isGround = (at: number): boolean => model.some((colour) => isOf(at, colour))
  if (behind.filter(isGround).length < HOOP_PLAIN * behind.length) return false
  const other = Uint8Array.from(lab.l, (_, at) => (isGround(at) ? 0 : 1))
  // Shining metal has the ground's colours here and there: a thin hoop is a row of dots.
  const closed = growMask(other, grid, 1)
  const open = Float32Array.from(closed, (on) => 1 - on)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const least = HOOP_HOLE.least * (unit / grid.scale) ** 2
  return findComponents(open, grid.width, limits).some(({ pixels }) => {
    if (pixels.length < least || !pixels.every((at) => isInside(at, grid))) return false
    const places = pixels.map((at) => placeOf(at))
    const top = places.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY)
    const isNear = places.some(({ x }) => Math.abs(x - lobe.x) < HOOP_HOLE.aside * unit)
    // Pale skin has the colours of a white wall.
    const person = places.reduce(
      (sum, { x, y }) => sum + sampleGrid(regions.person, regions.grid, x, y),
      0,
    )
    const isGap = person < HOOP_HOLE.person * places.length
    return isNear && isGap && top - lobe.y < HOOP_HOLE.below * unit
  })
}

function isInside(at: number, { width, height }: SamplingGrid): boolean {
  const x = at % width
  const y = (at - x) / width
  return x > 0 && y > 0 && x + 1 < width && y + 1 < height
}
