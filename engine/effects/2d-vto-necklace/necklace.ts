import { Fault } from '../../../catalog/failures/fault.ts'
import type { NecklaceParameter } from '../../../catalog/features/2d-vto-necklace.ts'
import { faceLight } from '../../jewellery/face-light.ts'
import { faceWidthOf } from '../../jewellery/face-scale.ts'
import type { WornProduct } from '../../jewellery/open-try-on.ts'
import { type Wearing, wearProduct } from '../../jewellery/wear-product.ts'
import { measurePhotography } from '../../product/match-photo.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { Picture } from '../../raster/picture.ts'
import { writablePixels } from '../../raster/pixels/copy-on-write.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import type { Hand } from '../../vision/hands/hand.ts'
import { findNeck, type Neck } from './find-neck.ts'
import { hideNecklace } from './hide-necklace.ts'
import { leaveEarrings } from './leave-earrings.ts'
import { type ChainEnds, findChainEnds, givenEnds } from './necklace-shape.ts'
import { placeNecklace, type WornEnds } from './place-necklace.ts'
import { raiseEnds } from './raise-ends.ts'
import { requireBareNeck } from './require-bare-neck.ts'
import { requireEvenCollar } from './require-even-collar.ts'
import { requireHeldEnds } from './require-held-ends.ts'
import { requireInPicture } from './require-in-picture.ts'
import { requireLikeFace } from './require-like-face.ts'
import { requireNoHand } from './require-no-hand.ts'
import { requireOpenCollar } from './require-open-collar.ts'
import {
  MAX_YAW,
  MIN_NECK,
  MIN_SHOULDERS,
  MIN_SHOWN,
  MOST_HIDDEN,
  NECKLACE_SHADOW,
  NECKLACE_SHAPE_FRONT,
} from './tuning.ts'
import { visitWorn } from './visit-worn.ts'

/** A head with its neck in a photo, the width between its shoulders, see {@link measureShoulders}, and all hands. */
type Wearer = {
  picture: Picture
  face: Face
  regions: HeadRegions
  shoulders?: number | undefined
  hands?: readonly Hand[]
}

/**
 * Puts necklaces around a neck, in their order: the last one lies on top.
 * @param mask the share of what is worn that may show at a pixel
 * @throws Fault `turned-face`, `pose` where no necklace can be worn; `reference` where a product is no chain
 */
export function wearNecklaces(
  { picture, face, regions, shoulders, hands = [] }: Wearer,
  worn: readonly WornProduct<NecklaceParameter>[],
  mask: (x: number, y: number) => number,
): Picture {
  requireFrontal(face)
  const result = { ...picture, data: writablePixels(picture) }
  const photography = measurePhotography(picture, face.box)
  const faceWidth = faceWidthOf(face)
  for (const { product: shown, parameter, index } of worn) {
    const product = leaveEarrings(shown)
    const at = wornEnds(parameter, { picture, face, regions, shoulders })
    const anchors = parameter.necklace_anchor_point
    const ends = anchors ? givenEnds(product, anchors) : findChainEnds(product, index)
    const placed = placeNecklace(product, ends, at, face.pose.yaw)
    const hides = hideNecklace({ ...placed, product }, ends, { picture, face, regions })
    const shows = (x: number, y: number): number => mask(x, y) * (1 - hides(x, y))
    requireNoHand({ ...placed, product }, ends, hands, shows, picture)
    requireWholeFront({ ...placed, product }, ends, hides, picture)
    requireEvenCollar({ ...placed, product }, ends, hides, { regions, picture })
    if (!parameter.necklace_wearing_location) {
      requireLikeFace({ ...placed, product }, ends, { picture, face, regions })
      requireInPicture({ ...placed, product }, ends, picture)
      requireOpenCollar({ ...placed, product }, ends, at, hides, { regions, picture })
      requireHeldEnds({ ...placed, product }, ends, at, hides, { regions, picture })
      requireBareNeck(picture, regions)
    }
    const middle = { x: (at.left.x + at.right.x) / 2, y: (at.left.y + at.right.y) / 2 }
    const seen = wearProduct(result, {
      ...placed,
      product,
      shows,
      light: faceLight({ picture, face, regions }, middle, placed.box.height),
      ambient: parameter.necklace_ambient_light_intensity,
      shadow: {
        intensity: parameter.necklace_shadow_intensity,
        offset: { x: NECKLACE_SHADOW.aside * faceWidth, y: NECKLACE_SHADOW.down * faceWidth },
        sigma: NECKLACE_SHADOW.sigma * faceWidth,
        receives: (x, y) =>
          sampleGrid(regions.person, regions.grid, x, y) *
          (1 - sampleGrid(regions.hair, regions.grid, x, y)),
      },
      photography,
    })
    if (seen < MIN_SHOWN) {
      throw new Fault('pose', 'The necklace would not show: hair or a collar is in front of it.')
    }
  }
  return result
}

function requireFrontal({ pose }: Face): void {
  const yaw = Math.round(Math.abs(pose.yaw))
  if (yaw <= MAX_YAW) return
  throw new Fault(
    'turned-face',
    `The head is turned by ${yaw} degrees; at most ${MAX_YAW} are allowed for a necklace.`,
  )
}

/**
 * The front of a necklace lies on the chest, where nothing is before it but a collar or long hair. Where more of it
 * would be hidden, sun or shade has parts of the skin taken for cloth or hair, and the necklace would be torn.
 * @throws Fault `pose`
 */
function requireWholeFront(
  placed: Pick<Wearing, 'place' | 'box' | 'product'>,
  ends: ChainEnds,
  hides: (x: number, y: number) => number,
  picture: Picture,
): void {
  let [all, hidden] = [0, 0]
  visitWorn(placed, ends, picture, (x, y, own, share, alpha) => {
    if (
      share < NECKLACE_SHAPE_FRONT.from ||
      share > NECKLACE_SHAPE_FRONT.to ||
      Math.floor(own.y) < ends.left.y
    )
      return
    all += alpha
    hidden += alpha * hides(x, y)
  })
  if (hidden <= MOST_HIDDEN * all) return
  throw new Fault(
    'pose',
    `${Math.round((100 * hidden) / all)} % of the necklace's front would be hidden: hair or cloth is in front of it, ` +
      'or strong sun and shade keep skin and cloth from being told apart.',
  )
}

/** The places of the neck where the ends go: those of the parameter, or those found. */
function wornEnds(
  { necklace_wearing_location: given }: NecklaceParameter,
  { picture, regions, shoulders }: Wearer,
): WornEnds {
  if (!given) {
    requireFacingChest(shoulders)
    const neck = findNeck(regions, picture)
    requireWide(neck, picture)
    return raiseEnds(neck, regions)
  }
  const outside = given.find(([x, y]) => x >= picture.width || y >= picture.height)
  if (outside) {
    throw new Fault(
      'parameter',
      `necklace_wearing_location [${outside.join(', ')}] lies outside the picture of ` +
        `${picture.width} × ${picture.height} pixels.`,
    )
  }
  const [left, right] = given
    .map(([x, y]) => ({ x: x + 0.5, y: y + 0.5 }))
    .toSorted((a, b) => a.x - b.x)
  if (right!.x - left!.x < 8) {
    throw new Fault(
      'parameter',
      'necklace_wearing_location names places that are less than 8 pixels apart.',
    )
  }
  return { left: left!, right: right! }
}

function requireFacingChest(shoulders: number | undefined): void {
  if (shoulders === undefined || shoulders >= MIN_SHOULDERS) return
  throw new Fault(
    'pose',
    'The body is turned to the side; take a photo in which both shoulders face the camera.',
  )
}

function requireWide({ width }: Neck, picture: Picture): void {
  const share = width / picture.width
  if (share >= MIN_NECK) return
  throw new Fault(
    'pose',
    `The neck is ${(100 * share).toFixed(1)} % of the picture's width; at least ${100 * MIN_NECK} % are needed.`,
  )
}
