import { Fault } from '../../../catalog/failures/fault.ts'
import { medianOrZero } from '../../geometry/quantile.ts'
import type { Wearing } from '../../jewellery/wear-product.ts'
import { luma } from '../../raster/colour/luma.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { ChainEnds } from './necklace-shape.ts'
import { LIKE_FACE } from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/**
 * What is far darker than the face or has none of its red is none of its skin: at night a black coat is taken for skin
 * in shade, in the sun dry grass for skin in light, and a chain would lie there as on a chest.
 * @throws Fault `pose`
 */
export function requireLikeFace(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  { picture, face, regions }: { picture: Picture; face: Face; regions: HeadRegions },
): void {
  const { width, height } = picture
  const below: Skin[] = []
  visitWorn(placed, ends, picture, (x, y) => {
    if (sampleGrid(regions.skin, regions.grid, x, y) > 0.5) below.push(skinAt(picture, x, y))
  })
  const own = face.landmarks
    .map(({ x, y }) => [Math.floor(x), Math.floor(y)] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height)
    .map(([x, y]) => skinAt(picture, x, y))
  if (below.length < LIKE_FACE.pixels || own.length === 0) return
  const share = (of: (skin: Skin) => number, least: number): number =>
    medianOrZero(below.map(of)) / Math.max(least, medianOrZero(own.map(of)))
  const isLit = share(({ light }) => light, 1) >= LIKE_FACE.light
  // A face in a picture without colours has no red that could be missing.
  const isRed = share(({ red }) => red, LIKE_FACE.coloured) >= LIKE_FACE.red || !hasRed(own)
  if (isLit && isRed) return
  throw new Fault(
    'pose',
    'What is below the neck has not the colour of the face: skin cannot be told from what is beside it. Take a photo ' +
      'in which the chest shows in the light that the face is in.',
  )
}

/** A pixel's brightness in levels, and how much more red than green it has, as a share of its red. */
type Skin = { light: number; red: number }

function skinAt({ data, width }: Picture, x: number, y: number): Skin {
  const at = (y * width + x) * 4
  const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!]
  return { light: luma(r, g, b), red: (r - g) / Math.max(1, r) }
}

function hasRed(skin: readonly Skin[]): boolean {
  return medianOrZero(skin.map(({ red }) => red)) >= LIKE_FACE.coloured
}
