import type { ClothParameters } from '../../../catalog/cloth-v3.ts'
import { Fault } from '../../../catalog/fault.ts'
import type { Picture } from '../../raster/picture.ts'
import type { PersonRegions } from '../../regions/find-regions.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { Face } from '../../vision/faces/face.ts'
import { dressInTop } from './dress.ts'
import { fitTop } from './fit-top.ts'
import type { Garment } from './garment.ts'
import { requireArms } from './require-arms.ts'
import { openWearer } from './wearer.ts'

/** The person to dress and the part of the picture they are in. */
export type Sitter = {
  picture: Picture
  body: Body
  face: Face | undefined
  /** @default they are found without models of users */
  regions?: PersonRegions
}

/** The change of a picture, in levels on average over the garment that was worn, from which on it is one. */
const SEEN = 4

/**
 * Dresses somebody in a garment.
 * @throws Fault `pose`, `mismatch` or `unchanged`
 */
export function dressPerson({ picture, body, face, regions }: Sitter, garment: Garment): Picture {
  const wearer = openWearer(picture, body, face, regions)
  if (garment.kind !== 'top') {
    throw new Fault(
      'mismatch',
      'The reference shows a dress, and only tops are put on. A T-shirt, shirt, sweater or jacket can be worn.',
      { role: 'ref' },
    )
  }
  requireArms(wearer)
  const dressed = dressInTop(wearer, garment.product, fitTop(garment.shape, wearer))
  requireChange(picture, dressed, wearer.regions['upper-garment'].data)
  return dressed
}

/** @throws Fault `mismatch` for garments that are not put on */
export function requireCategory({ garment_category: category }: ClothParameters): void {
  if (category === 'upper_body' || category === 'auto') return
  throw new Fault(
    'mismatch',
    `Only tops are put on; garment_category is ${category}. A T-shirt, shirt, sweater or jacket can be worn, with ` +
      'upper_body or auto.',
  )
}

function requireChange(before: Picture, after: Picture, worn: Uint8Array): void {
  let [sum, count] = [0, 0]
  for (let at = 0; at < worn.length; at += 3) {
    if (worn[at]! < 200) continue
    for (let c = 0; c < 3; c++) sum += Math.abs(before.data[at * 4 + c]! - after.data[at * 4 + c]!)
    count += 3
  }
  if (count > 0 && sum / count >= SEEN) return
  throw new Fault('unchanged', 'The garment of the reference looks like the one that is worn.')
}
