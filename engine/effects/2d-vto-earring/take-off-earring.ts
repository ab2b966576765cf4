import { Fault } from '../../../catalog/failures/fault.ts'
import { fillHole } from '../../fill/fill-hole.ts'
import type { Point } from '../../geometry/point.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Side } from './find-earlobe.ts'
import { findWornEarring, type WornEarring } from './find-worn-earring.ts'
import { wearsHoop } from './wears-hoop.ts'
import { wearsStud } from './wears-stud.ts'

/**
 * Paints out the earring that an ear wears already, so that the new one does not hang beside it.
 * @param isFound whether the lobe was found: where it was not, or hair hides it, more of the earring may be there
 * @returns the photo without it; undefined where none is worn
 * @throws Fault `pose` where it cannot be painted out whole
 */
export function takeOffEarring(
  picture: Picture,
  face: Face,
  regions: HeadRegions,
  lobe: Point,
  side: Side,
  isFound: boolean,
): Picture | undefined {
  const worn = findWornEarring(picture, face, regions, lobe)
  if (worn && (worn.isSolid || !isFound)) throw wornFault(side)
  const bare = worn ? fillHole(picture, holeOf(worn, picture)) : picture
  if (worn && findWornEarring(bare, face, regions, lobe)) throw wornFault(side)
  // Its hole and its far side show the ground, which a fill takes for skin.
  if (wearsHoop(bare, face, regions, lobe)) throw wornFault(side)
  if (wearsStud(bare, face, regions, lobe)) throw wornFault(side)
  return worn && bare
}

function wornFault(side: Side): Fault {
  return new Fault(
    'pose',
    `The ${side} ear wears an earring already, which cannot be painted out: take a photo without it.`,
  )
}

function holeOf({ grid, mask }: WornEarring, { width, height }: Picture): Uint8Array {
  const hole = new Uint8Array(width * height)
  const { area, scale } = grid
  const [right, bottom] = [
    Math.min(width, area.left + area.width),
    Math.min(height, area.top + area.height),
  ]
  const markRow = (y: number): void => {
    const row = Math.floor((y - area.top) / scale) * grid.width
    for (let x = area.left; x < right; x++) {
      hole[y * width + x] = mask[row + Math.floor((x - area.left) / scale)]!
    }
  }
  for (let y = area.top; y < bottom; y++) markRow(y)
  return hole
}
