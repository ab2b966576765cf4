import { Fault } from '../../../../catalog/failures/fault.ts'
import { inpaint } from '../../../fill/inpaint.ts'
import type { Point } from '../../../geometry/point.ts'
import type { Product } from '../../../product/product.ts'
import { withArena } from '../../../raster/arena.ts'
import { srgbToLab, srgbToLinear } from '../../../raster/colour/lab.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blurAllWithin } from '../../../raster/filter/blur.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { paintPolygon } from '../../../raster/mask/paint-polygon.ts'
import type { RegionName } from '../../../regions/region-names.ts'
import { meanLabColour } from '../measure/mean-lab-colour.ts'
import type { Wearer } from '../measure/wearer.ts'
import { CUTOUT_HIDDEN, CUTOUT_MATTE, CUTOUT_RIM, CUTOUT_SHADE, CUTOUT_SKIN } from '../tuning.ts'

/** @throws Fault `reference` for what has the colour of skin */
function requireCloth(
  { picture, regions }: Pick<Wearer, 'picture' | 'regions'>,
  whole: Float32Array,
  all: number,
): void {
  const face = meanLabColour(picture, regions['face-skin'])
  if (!face) return
  let alike = 0
  for (let at = 0; at < whole.length; at += 3) {
    if (whole[at]! < 0.5) continue
    const [r, g, b] = [0, 1, 2].map((c) => picture.data[at * 4 + c]!)
    const found = srgbToLab(r!, g!, b!)
    const off = Math.hypot(
      CUTOUT_SKIN.lightness * (found.l - face.l),
      found.a - face.a,
      found.b - face.b,
    )
    if (off < CUTOUT_SKIN.alike) alike += 3
  }
  if (alike <= CUTOUT_SKIN.share * all) return
  throw new Fault(
    'reference',
    'The garment that is worn in the reference cannot be told from skin. One of another colour, or a picture of the ' +
      'garment alone, can be used.',
    { role: 'ref' },
  )
}

/** Tells pixels inside the outline that have the colour of the cloth around them, in whatever light. */
function clothInShade(
  { picture, body, torso }: Wearer,
  matte: Uint8Array,
  whole: Float32Array,
): (at: number) => boolean {
  const own = [0, 1, 2].map((c) =>
    Float32Array.from(whole, (_, at) => srgbToLinear(picture.data[at * 4 + c]!)),
  )
  const known = whole.map((share, at) => (share >= 0.5 && matte[at]! >= CUTOUT_MATTE.pure ? 1 : 0))
  const around = withArena(() =>
    blurAllWithin(own, known, picture, CUTOUT_SHADE.around * torso.shoulders).map((plane) =>
      plane.slice(),
    ),
  )
  return (at) => {
    if (whole[at]! < 0.5 || body.mask.data[at]! < CUTOUT_SHADE.person) return false
    let [product, one, other] = [0, 0, 0]
    for (let c = 0; c < 3; c++) {
      const [a, b] = [own[c]![at]!, around[c]![at]!]
      product += a * b
      one += a * a
      other += b * b
    }
    return product > 0 && product ** 2 > (1 - CUTOUT_SHADE.angle ** 2) * one * other
  }
}

/**
 * Cuts a garment out of the picture of somebody who wears it. What lies over it, and its rim, is continued from its own
 * cloth; what lies inside it without reaching its edge is its print.
 * @param outlines of its parts, in pixels of the picture
 * @throws Fault `reference` where more than a little of it is hidden
 */
export function cutWorn(wearer: Wearer, name: RegionName, outlines: readonly Point[][]): Product {
  const { picture, body, regions, torso } = wearer
  const { width, height } = picture
  const whole = new Float32Array(width * height)
  for (const outline of outlines) paintPolygon(whole, picture, outline)
  const matte = regions[name].data
  const rim = Math.max(3, Math.round(CUTOUT_RIM * torso.shoulders))
  const outside = Uint8Array.from(whole, (share) => (share < 0.5 ? 1 : 0))
  const nearEdge = growMask(outside, picture, rim)
  // Regions give a hem in its own shade to what lies below it.
  const isShaded = clothInShade(wearer, matte, whole)
  const hidden = new Uint8Array(whole.length)
  let [covered, all] = [0, 0]
  const other = whole.map((share, at) =>
    share >= 0.5 && matte[at]! < CUTOUT_MATTE.other && !isShaded(at) ? 1 : 0,
  )
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  for (const { pixels } of findComponents(other, width, limits)) {
    if (!pixels.some((at) => nearEdge[at]! > 0)) continue
    for (const at of pixels) {
      hidden[at] = 1
      if (nearEdge[at] === 0) covered++
    }
  }
  for (const share of whole) if (share >= 0.5) all++
  requireCloth({ picture, regions }, whole, all)
  if (covered > CUTOUT_HIDDEN * all) {
    throw new Fault(
      'reference',
      'Too much of the garment in the reference is hidden by hair, arms or what is carried. A picture in which it shows ' +
        'as a whole, worn or alone, can be used.',
      { role: 'ref' },
    )
  }
  const grown = growMask(hidden, picture, 2)
  // A gap between arm and body closes towards the armpit, inside the outlines of both.
  const gaps = growMask(
    nearEdge.map((is, at) =>
      is === 0 && matte[at]! < CUTOUT_MATTE.pure && body.mask.data[at]! < CUTOUT_MATTE.pure ? 1 : 0,
    ),
    picture,
    2,
  )
  const target = new Uint8Array(whole.length)
  const occluded = new Uint8Array(whole.length)
  const near = growMask(
    Uint8Array.from(outside, (is) => 1 - is),
    picture,
    2,
  )
  for (let at = 0; at < whole.length; at++) {
    const isRim =
      (gaps[at]! > 0 || (nearEdge[at]! > 0 && matte[at]! < CUTOUT_MATTE.pure)) && !isShaded(at)
    const isFilled = near[at]! > 0 && (outside[at] === 1 || isRim || grown[at]! > 0)
    if (isFilled) target[at] = 1
    if (isFilled || outside[at] === 1) occluded[at] = 1
  }
  debugPlane('hidden part of the worn garment', Float32Array.from(target), picture)
  const filled = inpaint(picture, occluded, target, 2 * rim)
  const data = new Float32Array(whole.length * 4)
  for (let at = 0; at < whole.length; at++) {
    if (near[at] === 0) continue
    for (let c = 0; c < 3; c++) data[at * 4 + c] = srgbToLinear(filled.data[at * 4 + c]!)
    data[at * 4 + 3] = 1
  }
  return { width, height, data, left: 0, top: 0, scale: 1 }
}
