import type { EarringParameter } from '../../catalog/features/2d-vto-earring.ts'
import type { NecklaceParameter } from '../../catalog/features/2d-vto-necklace.ts'
import { findInnerEdges } from '../../engine/effects/2d-vto-bracelet/bracelet-shape.ts'
import { placeBracelet } from '../../engine/effects/2d-vto-bracelet/place-bracelet.ts'
import { requireBare } from '../../engine/effects/2d-vto-bracelet/require-wrist.ts'
import { USUAL_PLACE } from '../../engine/effects/2d-vto-bracelet/tuning.ts'
import { wearEarrings } from '../../engine/effects/2d-vto-earring/earring.ts'
import { findNeck } from '../../engine/effects/2d-vto-necklace/find-neck.ts'
import { hideNecklace } from '../../engine/effects/2d-vto-necklace/hide-necklace.ts'
import { wearNecklaces } from '../../engine/effects/2d-vto-necklace/necklace.ts'
import { findChainEnds } from '../../engine/effects/2d-vto-necklace/necklace-shape.ts'
import { placeNecklace } from '../../engine/effects/2d-vto-necklace/place-necklace.ts'
import { NECKLACE_MIDDLE } from '../../engine/effects/2d-vto-necklace/tuning.ts'
import { clampBox } from '../../engine/geometry/box.ts'
import type { Size } from '../../engine/geometry/size.ts'
import type { Wrist } from '../../engine/hand/find-wrist.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Product } from '../../engine/product/product.ts'
import { growMask } from '../../engine/raster/mask/grow-mask.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { findHeadRegions } from '../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { productNamed } from '../../samples/all-products.ts'
import type { DrawnBust } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { coveredNumbered } from '../../samples/wearers.ts'
import { cutOut } from '../engine/jewellery/cut-out.ts'
import { attempt } from './attempt.ts'

/** What is measured of one person: a share in per cent, or degrees; undefined where the engine refused. */
export type Measures = Record<string, number | string | undefined>

export const NECKLACES = ['medallion', 'linked', 'pearls'] as const

type Wearer = Parameters<typeof wearEarrings>[0]

/** The overlap of the hidden part of an earring beside the lobe with the part that lies behind drawn hair. */
export async function earringOverlap(
  wearer: Wearer,
  { lobes: { left: lobe }, faceWidth }: DrawnBust['worn'],
  hair: Uint8Array,
) {
  const product = await named('drop')
  const wear = (type: 1 | 2): Picture => {
    const parameter: EarringParameter = {
      earring_need_remove_background: true,
      earring_is_right_ear: false,
      earring_occluded_type: type,
      earring_shadow_intensity: 0,
      earring_ambient_light_intensity: 0,
      earring_wearing_location: [Math.round(lobe.x + 0.2 * faceWidth), Math.round(lobe.y)],
      earring_scale: 8,
    }
    return wearEarrings(wearer, [{ product, parameter, index: 0 }], () => 1).picture
  }
  return attempt(() => overlap(wearer.picture, wear(2), wear(1), hair))
}

/** The sum of the differences of a pixel's levels. */
function changeAt(before: Picture, after: Picture, at: number): number {
  const off = (c: number): number => Math.abs(after.data[at * 4 + c]! - before.data[at * 4 + c]!)
  return off(0) + off(1) + off(2)
}

function overlap(before: Picture, all: Picture, part: Picture, hidden: Uint8Array) {
  let [both, either] = [0, 0]
  for (let at = 0; at < hidden.length; at++) {
    const own = changeAt(before, all, at)
    if (own < 60) continue
    const [isHidden, isBehind] = [changeAt(before, part, at) < 0.5 * own, hidden[at]! >= 128]
    if (isHidden || isBehind) either++
    if (isHidden && isBehind) both++
  }
  return shareOf({ both, either })
}

/** How far beside a necklace it is measured what hides it: a share of the face's width. */
const BAND = 0.015

/**
 * The overlap of what is hidden of necklaces with the part that lies behind drawn hair or a drawn collar.
 *
 * A chain is a few pixels wide and crosses collars at small angles: where one pixel of its edge is told otherwise, half
 * of what is hidden differs, though nobody sees it. Measured is therefore what is hidden of the way that a necklace
 * takes: its pixels, and those within 1.5 % of the face's width, which is less than it may be misplaced. A chain that
 * lies over a collar is wrong across the whole of that way, and more so than within its own pixels. The "inner"
 * overlap leaves out the pixels on either side of a drawn edge: where a collar's edge covers a chain along its way they
 * are half of what is hidden.
 */
export async function measureCovered(number: number, vision: Vision): Promise<Measures> {
  const drawn = await coveredNumbered(number)
  const picture = await decodePicture(drawn.png)
  const [face] = await detectFaces(picture, vision)
  if (!face) return { note: 'no face' }
  const wearer = { picture, face, regions: await findHeadRegions(picture, face, vision) }
  const truth = { hair: await drawn.hair, cloth: await drawn.cloth }
  const measures: Measures = {}
  let note = drawn.look.locks ? 'locks' : 'open collar'
  for (const name of NECKLACES) {
    const product = await named(name)
    const found = attempt(
      () => {
        const parameter: NecklaceParameter = {
          necklace_need_remove_background: true,
          necklace_shadow_intensity: 0,
          necklace_ambient_light_intensity: 0,
        }
        wearNecklaces(wearer, [{ product, parameter, index: 0 }], () => 1)
        return hiddenOverlap(product, wearer, truth, Math.round(BAND * drawn.worn.faceWidth))
      },
      (words) => {
        note += `  ${words.slice(0, 60)}`
      },
    )
    measures[`${name} IoU`] = found?.all
    measures[`${name} inner IoU`] = found?.inner
  }
  return { ...measures, note }
}

function hiddenOverlap(
  product: Product,
  { picture, face, regions }: Wearer,
  truth: { hair: Uint8Array; cloth: Uint8Array },
  reach: number,
): { all: number | undefined; inner: number | undefined } {
  const ends = findChainEnds(product, 0)
  const placed = placeNecklace(product, ends, findNeck(regions, picture), face.pose.yaw)
  const shareAt = (x: number, y: number): number =>
    (placed.place(x + 0.5, y + 0.5).x - ends.left.x) / (ends.right.x - ends.left.x)
  const own = new Uint8Array(truth.hair.length)
  const box = clampBox(placed.box, picture)
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const at = placed.place(x + 0.5, y + 0.5)
      const [column, row] = [Math.floor(at.x), Math.floor(at.y)]
      const inside = column >= 0 && row >= 0 && column < product.width && row < product.height
      if (inside && product.data[(row * product.width + column) * 4 + 3]! > 0.5) {
        own[y * picture.width + x] = 1
      }
    }
  }
  const isUnder = underCollar(own, picture, truth, shareAt)
  const hides = hideNecklace({ ...placed, product }, ends, { picture, face, regions })
  const none = new Float32Array(regions.hair.length)
  const bare = { ...regions, hair: none, cloth: none, skin: none }
  const hidesBare = hideNecklace({ ...placed, product }, ends, { picture, face, regions: bare })
  const all = { both: 0, either: 0 }
  const inner = { both: 0, either: 0 }
  for (const [at, level] of growMask(own, picture, reach).entries()) {
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
    // What lies in front of the face or beside the person is hidden whatever is worn.
    if (level === 0 || hidesBare(x, y) > 0.5) continue
    const isOnEdge = isEdge(truth.hair, at, picture) || isEdge(truth.cloth, at, picture)
    const isBehind = truth.hair[at]! >= 128 || (truth.cloth[at]! >= 128 && isUnder(x, y))
    const isHidden = hides(x, y) > 0.5
    for (const sum of isOnEdge ? [all] : [all, inner]) {
      if (isHidden || isBehind) sum.either++
      if (isHidden && isBehind) sum.both++
    }
  }
  return { all: shareOf(all), inner: shareOf(inner) }
}

function shareOf({ both, either }: { both: number; either: number }): number | undefined {
  return either < 100 ? undefined : both / either
}

/** Whether an edge of a mask goes through a pixel or right beside it: which side it is on is a matter of rounding. */
function isEdge(mask: Uint8Array, at: number, { width }: Size): boolean {
  const isIn = mask[at]! >= 128
  for (const row of [-width, 0, width]) {
    for (const column of [-1, 0, 1]) {
      const other = mask[at + row + column]
      if (other !== undefined && other >= 128 !== isIn) return true
    }
  }
  return false
}

/** How thick the drawn chains are at most, pixels. */
const CHAIN = 6

/**
 * Where cloth is before a chain: on either side as far as the innermost skin that the chain reaches on it, and on all
 * of both where its middle reaches skin; cloth beyond is under it. A pendant lies over whatever is worn, but hair.
 */
function underCollar(
  own: Uint8Array,
  { width }: Size,
  { hair, cloth }: { hair: Uint8Array; cloth: Uint8Array },
  shareAt: (x: number, y: number) => number,
): (x: number, y: number) => boolean {
  const [upper, skin] = [new Int32Array(width).fill(-1), [0, 1, 1, 0] as number[]]
  const isChain = (x: number, y: number, share: number): boolean =>
    share < NECKLACE_MIDDLE.from ||
    share > NECKLACE_MIDDLE.to ||
    upper[x]! < 0 ||
    y <= upper[x]! + CHAIN
  for (const [at, level] of own.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    if (level === 0) continue
    if (upper[x]! < 0) upper[x] = y
    const share = shareAt(x, y)
    if (hair[at]! >= 128 || cloth[at]! >= 128 || !isChain(x, y, share)) continue
    if (share < NECKLACE_MIDDLE.from) skin[0] = Math.max(skin[0]!, share)
    else if (share > NECKLACE_MIDDLE.to) skin[1] = Math.min(skin[1]!, share)
    else [skin[2], skin[3]] = [Math.min(skin[2]!, share), Math.max(skin[3]!, share)]
  }
  const [left, right] = skin[3]! > 0 ? [skin[3]!, skin[2]!] : [skin[0]!, skin[1]!]
  return (x, y) => {
    const share = shareAt(x, y)
    return (share < left || share > right) && isChain(x, y, share)
  }
}

function named(name: string): Promise<Product> {
  return cutOut(drawProduct(productNamed(name), { scale: 1 }))
}

/** The overlap of what is hidden of a bracelet with the part of its drawn back half that lies over the drawn arm. */
export async function backOverlap(
  name: string,
  wrist: Wrist,
  { data, width, height }: { data: Uint8Array; width: number; height: number },
): Promise<number> {
  const product = await named(name)
  const placed = placeBracelet(
    product,
    findInnerEdges(product, 0),
    wrist,
    requireBare(wrist, USUAL_PLACE),
  )
  // The drawing's margin is 40 units; its ends lie on the ring's long axis.
  const axis = 40 + productNamed(name).anchors[0]!.y
  const box = clampBox(placed.box, { width, height })
  let [both, either] = [0, 0]
  for (let y = box.top; y < box.top + box.height; y += 0.5) {
    for (let x = box.left; x < box.left + box.width; x += 0.5) {
      const own = placed.place(x, y)
      const [column, row] = [Math.floor(own.x), Math.floor(own.y)]
      if (column < 0 || row < 0 || column >= product.width || row >= product.height) continue
      if (product.data[(row * product.width + column) * 4 + 3]! < 0.5) continue
      const isArm = data[Math.floor(y) * width + Math.floor(x)]! >= 128
      const isBehind = isArm && product.top + own.y * product.scale < axis
      const isHidden = placed.isBehind(x, y) > 0.5
      if (isHidden || isBehind) either++
      if (isHidden && isBehind) both++
    }
  }
  return both / either
}
