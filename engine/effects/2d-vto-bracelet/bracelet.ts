import { Fault } from '../../../catalog/failures/fault.ts'
import type { BraceletParameter } from '../../../catalog/features/2d-vto-bracelet.ts'
import type { Point } from '../../geometry/point.ts'
import { quantileOrZero } from '../../geometry/quantile.ts'
import type { Wrist } from '../../hand/find-wrist.ts'
import { estimateLight, type Light } from '../../jewellery/estimate-light.ts'
import type { WornProduct } from '../../jewellery/open-try-on.ts'
import { wearProduct } from '../../jewellery/wear-product.ts'
import { measurePhotography } from '../../product/match-photo.ts'
import { luminance, srgbToLinear } from '../../raster/colour/lab.ts'
import type { Picture } from '../../raster/picture.ts'
import { writablePixels } from '../../raster/pixels/copy-on-write.ts'
import type { Hand } from '../../vision/hands/hand.ts'
import { findInnerEdges, givenEdges } from './bracelet-shape.ts'
import { placeBracelet } from './place-bracelet.ts'
import { requireBare, requireWrist, usualDistance } from './require-wrist.ts'
import { BRACELET_SHADOW, LIT_QUANTILE, MIN_SHOWN, NEXT_PLACE, USUAL_PLACE } from './tuning.ts'

/**
 * Puts bracelets on the wrist of a hand, in their order.
 * @param mask the share of what is worn that may show at a pixel
 * @throws Fault `pose` where the wrist does not suit, `reference` where a product is no ring
 */
export function wearBracelets(
  { picture, hand }: { picture: Picture; hand: Hand },
  worn: readonly WornProduct<BraceletParameter>[],
  mask: (x: number, y: number) => number,
): Picture {
  const wrist = requireWrist(picture, hand)
  const result = { ...picture, data: writablePixels(picture) }
  const photography = measurePhotography(picture, hand.box)
  let next = USUAL_PLACE
  for (const { product, parameter, index, front } of worn) {
    const place = parameter.bracelet_wearing_location ?? next
    next = place + NEXT_PLACE
    const isGiven = parameter.bracelet_wearing_location !== undefined
    const distance = isGiven ? requireBare(wrist, place) : usualDistance(wrist, place)
    const anchors = parameter.bracelet_anchor_point
    const inner = anchors
      ? { ...givenEdges(product, anchors), isFront: front !== undefined }
      : front
        ? { left: front[0], right: front[1], isFront: true }
        : findInnerEdges(product, index)
    const placed = placeBracelet(product, inner, wrist, distance)
    const [low, high] = wrist.edgesAt(distance)
    const arm = armAround(wrist)
    const shown = wearProduct(result, {
      ...placed,
      product,
      shows: (x, y) => mask(x, y) * (1 - placed.isBehind(x + 0.5, y + 0.5)),
      light: armLight(picture, placed.middle, high - low, arm),
      ambient: parameter.bracelet_ambient_light_intensity,
      shadow: {
        intensity: parameter.bracelet_shadow_intensity,
        offset: {
          x: BRACELET_SHADOW.across * wrist.breadth,
          y: BRACELET_SHADOW.along * wrist.breadth,
        },
        sigma: BRACELET_SHADOW.sigma * wrist.breadth,
        receives: (x, y) => (arm(x, y) ? 1 : 0),
      },
      photography,
    })
    if (shown < MIN_SHOWN) {
      throw new Fault('pose', 'The bracelet would not show: the mask of the source hides it.')
    }
  }
  return result
}

/** Whether a pixel shows the arm. */
function armAround(wrist: Wrist): (x: number, y: number) => boolean {
  const { joint, along } = wrist
  return (x, y) => {
    const dx = x - joint.x
    const dy = y - joint.y
    const distance = dx * along.x + dy * along.y
    const offset = dy * along.x - dx * along.y
    const [low, high] = wrist.edgesAt(distance)
    return offset >= low && offset <= high
  }
}

function armLight(
  picture: Picture,
  at: Point,
  width: number,
  arm: (x: number, y: number) => boolean,
): Light {
  const box = { left: at.x - width, top: at.y - width, width: 2 * width, height: 2 * width }
  const lights: number[] = []
  const step = Math.max(1, Math.floor(width / 24))
  for (
    let y = Math.max(0, Math.floor(box.top));
    y < Math.min(picture.height, box.top + box.height);
    y += step
  ) {
    for (
      let x = Math.max(0, Math.floor(box.left));
      x < Math.min(picture.width, box.left + box.width);
      x += step
    ) {
      if (!arm(x, y)) continue
      const from = (y * picture.width + x) * 4
      const [r, g, b] = [0, 1, 2].map((c) => srgbToLinear(picture.data[from + c]!))
      lights.push(luminance(r!, g!, b!))
    }
  }
  const lit = quantileOrZero(lights, LIT_QUANTILE)
  return estimateLight(picture, { near: (x, y) => (arm(x, y) ? 1 : 0), box, lit, size: width })
}
