import { Fault } from '../../../catalog/failures/fault.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { ChainEnds } from './necklace-shape.ts'
import {
  EVEN_COLLAR_BEHIND,
  EVEN_COLLAR_COMPARED,
  EVEN_COLLAR_PLACES,
  EVEN_COLLAR_UNEVEN,
} from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/**
 * A collar covers a chain on both sides alike. Where much more of one side would be hidden, shade or a turned collar
 * has been taken for cloth or skin, and the chain would end in the open.
 * @param hides how much of a necklace a pixel hides
 * @throws Fault `pose`
 */
export function requireEvenCollar(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  hides: (x: number, y: number) => number,
  { regions: { hair, person, grid }, picture }: { regions: HeadRegions; picture: Picture },
): void {
  const chain = new Float32Array(2 * EVEN_COLLAR_PLACES)
  const other = new Float32Array(2 * EVEN_COLLAR_PLACES)
  const covered = new Float32Array(2 * EVEN_COLLAR_PLACES)
  const { left, right } = ends
  visitWorn(placed, ends, picture, (x, y, own, share) => {
    if (share < 0 || share >= 1) return
    // What lies above the ends of a closed chain is behind the neck.
    if (own.y < left.y + (right.y - left.y) * share) return
    const at = Math.floor(share * 2 * EVEN_COLLAR_PLACES)
    chain[at] = chain[at]! + 1
    if (sampleGrid(hair, grid, x, y) > 0.5 || sampleGrid(person, grid, x, y) < EVEN_COLLAR_BEHIND) {
      other[at] = other[at]! + 1
    } else if (hides(x, y) > 0.5) covered[at] = covered[at]! + 1
  })
  let [compared, uneven] = [0, 0]
  for (let at = 0; at < EVEN_COLLAR_PLACES; at++) {
    const sides = [at, 2 * EVEN_COLLAR_PLACES - 1 - at]
    if (sides.some((side) => chain[side] === 0 || other[side]! > 0.5 * chain[side]!)) continue
    const [one, two] = sides.map((side) => covered[side]! / (chain[side]! - other[side]!))
    compared++
    uneven += one! - two!
  }
  if (
    compared < EVEN_COLLAR_COMPARED * EVEN_COLLAR_PLACES ||
    Math.abs(uneven) <= EVEN_COLLAR_UNEVEN * compared
  )
    return
  throw new Fault(
    'pose',
    'A collar would hide much more of the necklace on one side than on the other: strong sun and shade keep skin ' +
      'and cloth from being told apart, or the collar lies open on one side.',
  )
}
