import { Fault } from '../../../catalog/failures/fault.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { ChainEnds } from './necklace-shape.ts'
import type { WornEnds } from './place-necklace.ts'
import { OPEN_COLLAR_BESIDE, OPEN_COLLAR_SIDES } from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/**
 * A chain longer than the opening of a collar would go under the collar. Such a chain runs down beside the skin that
 * shows; one over a round neckline lies below it, and one on bare skin within it.
 * @param hides how much of a necklace a pixel hides
 * @throws Fault `pose`
 */
export function requireOpenCollar(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  at: WornEnds,
  hides: (x: number, y: number) => number,
  { regions, picture }: { regions: HeadRegions; picture: Picture },
): void {
  const { skin, cloth, grid } = regions
  const middle = (at.left.x + at.right.x) / 2
  let [all, beside] = [0, 0]
  visitWorn(placed, ends, picture, (x, y, own, share) => {
    const along = Math.min(share, 1 - share)
    if (along < OPEN_COLLAR_SIDES.from || along > OPEN_COLLAR_SIDES.to) return
    if (own.y < ends.left.y + (ends.right.y - ends.left.y) * share || hides(x, y) > 0.5) return
    all++
    const isOver = sampleGrid(cloth, grid, x, y) > 0.5
    if (isOver && sampleGrid(skin, grid, middle, y) > 0.5) beside++
  })
  if (beside <= OPEN_COLLAR_BESIDE * all) return
  throw new Fault(
    'pose',
    'The collar is closed above where the chain would lie: it would go under the collar. Take a photo with an open ' +
      'collar, or a shorter necklace.',
  )
}
