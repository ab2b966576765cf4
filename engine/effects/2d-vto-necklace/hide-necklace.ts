import type { Wearing } from '../../jewellery/wear-product.ts'
import type { Placement } from '../../product/render-product.ts'
import { clampBox } from '../../raster/crop.ts'
import { ringTest } from '../../raster/inside-ring.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head-regions.ts'
import { sampleGrid } from '../../regions/region-grid.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import type { ChainEnds } from './necklace-shape.ts'

/**
 * How much of a necklace a pixel hides: hair and the chin in front of it, the neck in front of its back, a collar under
 * which it goes, and what lies beside the person.
 */
export function hideNecklace(
  { place, box }: Pick<Wearing, 'place' | 'box'>,
  ends: ChainEnds,
  { picture, face, regions }: { picture: Picture; face: Face; regions: HeadRegions },
  product: Wearing['product'],
): (x: number, y: number) => number {
  const isInFace = ringTest(FACE.oval.map((i) => face.landmarks[i]!))
  const at = (plane: Float32Array, x: number, y: number): number =>
    sampleGrid(plane, regions.grid, x, y)
  const collar = collarEnds({ place, box: clampBox(box, picture) }, ends, regions, product)
  const middle = (ends.left.x + ends.right.x) / 2
  return (x, y) => {
    const own = place(x + 0.5, y + 0.5)
    const line =
      ends.left.y +
      ((ends.right.y - ends.left.y) * (own.x - ends.left.x)) / (ends.right.x - ends.left.x)
    if (ends.isClosed && own.y < line) return 1
    if (isInFace(x + 0.5, y + 0.5)) return 1
    const beside = 1 - Math.min(1, 1.6 * at(regions.person, x, y))
    const isUnder = y < (own.x < middle ? collar.left : collar.right)
    const cloth = isUnder ? at(regions.cloth, x, y) : 0
    return Math.max(at(regions.hair, x, y), beside, cloth)
  }
}

/**
 * How far down a collar lies over a chain, on either side: cloth above bare skin that the chain reaches is in front of
 * it, cloth below is under it.
 */
function collarEnds(
  { place, box }: { place: Placement; box: Wearing['box'] },
  ends: ChainEnds,
  { grid, skin }: HeadRegions,
  product: Wearing['product'],
): { left: number; right: number } {
  const lowest = { left: 0, right: 0 }
  const middle = (ends.left.x + ends.right.x) / 2
  const step = Math.max(1, Math.floor(Math.max(box.width, box.height) / 200))
  for (let y = box.top; y < box.top + box.height; y += step) {
    for (let x = box.left; x < box.left + box.width; x += step) {
      const own = place(x + 0.5, y + 0.5)
      const [column, row] = [Math.floor(own.x), Math.floor(own.y)]
      if (column < 0 || row < 0 || column >= product.width || row >= product.height) continue
      if (product.data[(row * product.width + column) * 4 + 3]! < 0.4) continue
      if (sampleGrid(skin, grid, x, y) < 0.5) continue
      const side = own.x < middle ? 'left' : 'right'
      lowest[side] = Math.max(lowest[side], y)
    }
  }
  return lowest
}
