import { Fault } from '../../../catalog/failures/fault.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import type { Picture } from '../../raster/picture.ts'
import type { ChainEnds } from './necklace-shape.ts'
import { MOST_BELOW, NECKLACE_SHAPE_FRONT } from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/**
 * Of a necklace whose pendant hangs below the picture two ends of a chain would show.
 * @throws Fault `pose`
 */
export function requireInPicture(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  picture: Picture,
): void {
  const [{ width, height }, { box }] = [picture, placed]
  let [all, below] = [0, 0]
  visitWorn(placed, ends, { width, height: box.top + box.height }, (_, y, own, share, alpha) => {
    if (
      share < NECKLACE_SHAPE_FRONT.from ||
      share > NECKLACE_SHAPE_FRONT.to ||
      Math.floor(own.y) < ends.left.y
    )
      return
    all += alpha
    if (y >= height) below += alpha
  })
  if (below <= MOST_BELOW * all) return
  throw new Fault(
    'pose',
    `${Math.round((100 * below) / all)} % of the necklace's front would hang below the picture; take a photo that ` +
      'shows more of the chest, or a shorter necklace.',
  )
}
