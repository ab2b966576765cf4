import type { EarringParameter } from '../../catalog/2d-vto-earring.ts'
import type { NecklaceParameter } from '../../catalog/2d-vto-necklace.ts'
import { findInnerEdges } from '../../engine/effects/2d-vto-bracelet/bracelet-shape.ts'
import { placeBracelet } from '../../engine/effects/2d-vto-bracelet/place-bracelet.ts'
import { requireBare, USUAL_PLACE } from '../../engine/effects/2d-vto-bracelet/require-wrist.ts'
import { wearEarrings } from '../../engine/effects/2d-vto-earring/earring.ts'
import { findNeck } from '../../engine/effects/2d-vto-necklace/find-neck.ts'
import { hideNecklace } from '../../engine/effects/2d-vto-necklace/hide-necklace.ts'
import { wearNecklaces } from '../../engine/effects/2d-vto-necklace/necklace.ts'
import { findChainEnds } from '../../engine/effects/2d-vto-necklace/necklace-shape.ts'
import { placeNecklace } from '../../engine/effects/2d-vto-necklace/place-necklace.ts'
import type { Wrist } from '../../engine/hand/find-wrist.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Product } from '../../engine/product/product.ts'
import { readProduct } from '../../engine/product/read-product.ts'
import { clampBox } from '../../engine/raster/crop.ts'
import { growMask } from '../../engine/raster/grow-mask.ts'
import type { Picture, Size } from '../../engine/raster/picture.ts'
import { findHeadRegions } from '../../engine/regions/head-regions.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { productNamed } from '../../samples/all-products.ts'
import type { DrawnBust } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { coveredNumbered } from '../../samples/wearers.ts'
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
  const product = await cutOut('drop')
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
    return wearEarrings(wearer, [{ product, parameter, index: 0 }], () => 1)
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
  return either < 100 ? undefined : both / either
}

/** How far beside a necklace it is measured what hides it: a share of the face's width. */
const BAND = 0.015

/**
 * The overlap of what is hidden of necklaces with the part that lies behind drawn hair or a drawn collar.
 *
 * A chain is a few pixels wide and crosses collars at small angles: where one pixel of its edge is told otherwise, half
 * of what is hidden differs, though nobody sees it. Measured is therefore what is hidden of the way that a necklace
 * takes: its pixels, and those within 1.5 % of the face's width, which is less than it may be misplaced. A chain that
 * lies over a collar is wrong across the whole of that way, and more so than within its own pixels.
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
    const product = await cutOut(name)
    measures[`${name} IoU`] = attempt(
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
  }
  return { ...measures, note }
}

function hiddenOverlap(
  product: Product,
  { picture, face, regions }: Wearer,
  truth: { hair: Uint8Array; cloth: Uint8Array },
  reach: number,
): number | undefined {
  const ends = findChainEnds(product, 0)
  const placed = placeNecklace(product, ends, findNeck(regions, picture), face.pose.yaw)
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
  const before = beforeNecklace(picture, own, truth)
  const hides = hideNecklace(placed, ends, { picture, face, regions }, product)
  const none = new Float32Array(regions.hair.length)
  const bare = { ...regions, hair: none, cloth: none }
  const hidesBare = hideNecklace(placed, ends, { picture, face, regions: bare }, product)
  let [both, either] = [0, 0]
  for (const [at, level] of growMask(own, picture, reach).entries()) {
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)]
    // What lies in front of the face or beside the person is hidden whatever is worn.
    if (level === 0 || hidesBare(x, y) > 0.5) continue
    const [isHidden, isBehind] = [hides(x, y) > 0.5, before[at]! >= 128]
    if (isHidden || isBehind) either++
    if (isHidden && isBehind) both++
  }
  return either < 100 ? undefined : both / either
}

/**
 * What lies before a necklace: hair, and on either side the cloth above the lowest skin that it reaches; cloth below is
 * under it.
 */
function beforeNecklace(
  { width }: Size,
  own: Uint8Array,
  { hair, cloth }: { hair: Uint8Array; cloth: Uint8Array },
): Uint8Array {
  const worn = Array.from(own, (_, at) => at).filter((at) => own[at]! > 0)
  const middle = worn.reduce((sum, at) => sum + (at % width), 0) / worn.length
  const sideOf = (at: number): 0 | 1 => (at % width < middle ? 0 : 1)
  const lowest = [0, 0]
  for (const at of worn) {
    if (hair[at]! >= 128 || cloth[at]! >= 128) continue
    lowest[sideOf(at)] = Math.max(lowest[sideOf(at)]!, Math.floor(at / width))
  }
  return hair.map((level, at) =>
    Math.floor(at / width) < lowest[sideOf(at)]! ? Math.max(level, cloth[at]!) : level,
  )
}

async function cutOut(name: string) {
  const png = await drawProduct(productNamed(name), { scale: 1 })
  return readProduct(await decodePicture(png), { removeBackground: true, index: 0 })
}

/** The overlap of what is hidden of a bracelet with the part of its drawn back half that lies over the drawn arm. */
export async function backOverlap(
  name: string,
  wrist: Wrist,
  { data, width, height }: { data: Uint8Array; width: number; height: number },
): Promise<number> {
  const product = await cutOut(name)
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
