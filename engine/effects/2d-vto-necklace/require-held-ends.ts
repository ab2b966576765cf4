import { Fault } from '../../../catalog/failures/fault.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { ChainEnds } from './necklace-shape.ts'
import type { WornEnds } from './place-necklace.ts'
import {
  FROM_INSIDE,
  HELD_BESIDE,
  HELD_BEYOND,
  HELD_DEPTH,
  HELD_ON_CLOTH,
  HELD_OPENING,
  HELD_SHOWN,
} from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/**
 * A chain goes around the neck: either end goes out of sight at the neck's side, behind hair or under cloth. One that
 * begins in the middle of bare skin hangs in the air, and one that begins on cloth beside a deep opening lies on a
 * collar, under which it would go.
 * @param hides how much of a necklace a pixel hides
 * @throws Fault `pose`
 */
export function requireHeldEnds(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  at: WornEnds,
  hides: (x: number, y: number) => number,
  { regions, picture }: { regions: HeadRegions; picture: Picture },
): void {
  const { skin, hair, grid } = regions
  const depth = HELD_DEPTH * (ends.right.x - ends.left.x)
  const sides = { left: { all: 0, shown: 0, cloth: 0 }, right: { all: 0, shown: 0, cloth: 0 } }
  const beyond = { all: 0, hidden: 0 }
  let whole = 0
  visitWorn(placed, ends, picture, (x, y, own, share) => {
    whole++
    if (share < 0 || share > 1) {
      beyond.all++
      if (hides(x, y) > 0.5) beyond.hidden++
    }
    const below = own.y - (ends.left.y + (ends.right.y - ends.left.y) * share)
    if (below < 0 || below > depth) return
    const side = share < 0.5 ? sides.left : sides.right
    side.all++
    if (hides(x, y) > 0.5) return
    side.shown++
    if (sampleGrid(skin, grid, x, y) < 0.5 && sampleGrid(hair, grid, x, y) < 0.5) side.cloth++
  })
  // Bare shoulders hide nothing: what would be hidden beyond raised ends was not told to be skin.
  // A few pixels beyond the ends are their own thickness.
  const isBroad = beyond.all > HELD_BEYOND.from * whole
  if (at.isRaised && isBroad && beyond.hidden > HELD_BEYOND.most * beyond.all) throw inTheAir()
  for (const name of ['left', 'right'] as const) {
    const { all, shown, cloth } = sides[name]
    if (shown < HELD_SHOWN * all) continue
    if (cloth > HELD_ON_CLOTH * all && openingOf(placed.box, at, regions) > HELD_OPENING) {
      throw new Fault(
        'pose',
        'The necklace would begin on a collar, under which it would go. Take a photo with an open collar, or a ' +
          'necklace that ends on the neck.',
      )
    }
    if (isInSkin(at[name], name === 'left' ? -1 : 1, regions)) {
      throw inTheAir()
    }
  }
}

function inTheAir(): Fault {
  return new Fault(
    'pose',
    'An end of the necklace would hang in the air: the side of the neck cannot be told from the shoulder. Take a ' +
      'photo in which hair, cloth or the background is beside the neck.',
  )
}

/** Whether all that is beside an end, outwards, is bare skin. */
function isInSkin({ x, y }: { x: number; y: number }, side: 1 | -1, regions: HeadRegions): boolean {
  const { skin, grid } = regions
  const reach = HELD_BESIDE * grid.faceWidth * grid.scale
  for (let by = -FROM_INSIDE * reach; by <= reach; by += Math.max(1, reach / 16)) {
    if (sampleGrid(skin, grid, x + side * by, y) < 0.5) return false
  }
  return true
}

/** How far bare skin reaches down the middle of a necklace, as a share of the way between its ends. */
function openingOf(box: Wearing['box'], at: WornEnds, { skin, grid }: HeadRegions): number {
  const x = (at.left.x + at.right.x) / 2
  const top = Math.round((at.left.y + at.right.y) / 2)
  const bottom = box.top + box.height
  let bare = 0
  for (let y = top; y < bottom; y++) if (sampleGrid(skin, grid, x, y) > 0.5) bare++
  return bare / Math.max(1, at.right.x - at.left.x)
}
