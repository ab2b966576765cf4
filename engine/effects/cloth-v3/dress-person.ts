import { Fault } from '../../../catalog/fault.ts'
import type { Picture } from '../../raster/picture.ts'
import type { PersonRegions } from '../../regions/person/find-regions.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Garment } from './garment.ts'
import { openWearer, type Wearer } from './measure/wearer.ts'
import { dressIn } from './wear/dress.ts'
import type { Dressing } from './wear/dressing.ts'
import { wearLower } from './wear/wear-lower.ts'
import { wearTop } from './wear/wear-top.ts'

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
 * Dresses somebody in garments, one after the other.
 * @throws Fault `pose`, `mismatch` or `unchanged`
 */
export function dressPerson(sitter: Sitter, garments: readonly Garment[]): Picture {
  const wearer = openWearer(sitter.picture, sitter.body, sitter.face, sitter.regions)
  return garments.reduce(
    (picture, garment) => dressInOne({ ...wearer, picture }, garment),
    sitter.picture,
  )
}

function dressInOne(wearer: Wearer, garment: Garment): Picture {
  const { picture } = wearer
  const dressing = wear(wearer, garment)
  const dressed = dressIn(wearer, garment.product, dressing)
  requireChange(picture, dressed, dressing.instead.data)
  return dressed
}

function wear(wearer: Wearer, garment: Garment): Dressing {
  return 'waist' in garment.shape
    ? wearLower(wearer, garment.shape)
    : wearTop(wearer, garment.shape, garment.kind === 'dress' ? 'dress' : 'top')
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
