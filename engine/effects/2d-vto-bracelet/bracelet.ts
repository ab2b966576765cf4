import type { BraceletParameter } from '../../../catalog/2d-vto-bracelet.ts'
import { Fault } from '../../../catalog/fault.ts'
import { findWrist, type Wrist } from '../../hand/find-wrist.ts'
import { estimateLight, type Light } from '../../jewellery/estimate-light.ts'
import type { WornProduct } from '../../jewellery/open-try-on.ts'
import { wearProduct } from '../../jewellery/wear-product.ts'
import { measurePhotography } from '../../product/match-photo.ts'
import { writablePixels } from '../../raster/copy-on-write.ts'
import { luminance, srgbToLinear } from '../../raster/lab.ts'
import type { Picture, Point } from '../../raster/picture.ts'
import type { Hand } from '../../vision/hands/hand.ts'
import { findInnerEdges, givenEdges } from './bracelet-shape.ts'
import { placeBracelet } from './place-bracelet.ts'

/** Where a bracelet is worn that names no place, and how far apart several are, on the scale of the parameter. */
const USUAL_PLACE = 0.05
const NEXT_PLACE = 0.28

/** The joint's place on that scale, and pixels of one unit in breadths of the hand. */
const JOINT = -0.3
const UNIT = 0.9

/** Widths of an arm that a bracelet is put on: pixels, and shares of the picture's longer side. */
const ARM = { least: 20, most: 0.6 } as const

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
  const wrist = findWrist(picture, hand)
  requireSize(wrist, picture)
  const result = { ...picture, data: writablePixels(picture) }
  const photography = measurePhotography(picture, hand.box)
  let next = USUAL_PLACE
  for (const { product, parameter, index } of worn) {
    const place = parameter.bracelet_wearing_location ?? next
    next = place + NEXT_PLACE
    const distance = (place - JOINT) * UNIT * wrist.breadth
    requireBare(wrist, distance, place)
    const anchors = parameter.bracelet_anchor_point
    const inner = anchors ? givenEdges(product, anchors) : findInnerEdges(product, index)
    const placed = placeBracelet(product, inner, wrist, distance)
    const [low, high] = wrist.edgesAt(distance)
    const arm = armAround(wrist)
    wearProduct(result, {
      ...placed,
      product,
      shows: (x, y) => mask(x, y) * (1 - placed.isBehind(x + 0.5, y + 0.5)),
      light: armLight(picture, placed.middle, high - low, arm),
      ambient: parameter.bracelet_ambient_light_intensity,
      shadow: {
        intensity: parameter.bracelet_shadow_intensity,
        offset: { x: 0.01 * wrist.breadth, y: 0.03 * wrist.breadth },
        sigma: 0.025 * wrist.breadth,
        receives: (x, y) => (arm(x, y) ? 1 : 0),
      },
      photography,
    })
  }
  return result
}

function requireSize(wrist: Wrist, { width, height }: Picture): void {
  const [low, high] = wrist.edgesAt(0)
  const across = Math.round(high - low)
  const most = ARM.most * Math.max(width, height)
  if (across >= ARM.least && across <= most) return
  throw new Fault(
    'pose',
    `The wrist is ${across} pixels wide; from ${ARM.least} to ${Math.floor(most)} are needed.`,
  )
}

function requireBare(wrist: Wrist, distance: number, place: number): void {
  if (wrist.bare >= distance + 0.1 * wrist.breadth) return
  const most = wrist.bare / wrist.breadth / UNIT + JOINT - 0.1 / UNIT
  throw new Fault(
    'pose',
    `The arm is covered or cut off at bracelet_wearing_location ${place.toFixed(2)}; it shows up to ${most.toFixed(2)}.`,
  )
}

/** Whether a pixel shows the arm. */
function armAround(wrist: Wrist): (x: number, y: number) => boolean {
  const { joint, along } = wrist
  return (x, y) => {
    const [dx, dy] = [x - joint.x, y - joint.y]
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
  lights.sort((a, b) => a - b)
  const lit = lights[Math.floor(0.8 * lights.length)] ?? 0.25
  return estimateLight(picture, { near: (x, y) => (arm(x, y) ? 1 : 0), box, lit, size: width })
}
