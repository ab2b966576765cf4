import { boxOfPoints } from '../../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../../geometry/box.ts'
import type { Point } from '../../../geometry/point.ts'
import type { Size } from '../../../geometry/size.ts'
import { linearToSrgb, srgbToLinear } from '../../../raster/colour/lab.ts'
import { findComponents } from '../../../raster/mask/find-components.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { shrinkMask } from '../../../raster/mask/shrink-mask.ts'
import type { Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { type Colour, partsOf } from '../measure/parts-of-colours.ts'
import type { Wearer } from '../measure/wearer.ts'
import { ARM_MATTE, COVER_SEEN, IN_MASK } from '../tuning.ts'
import { findSpurs } from './find-spurs.ts'

/** What of the arms lies before a garment. */
export type ArmMatte = {
  /** The share of each pixel of the picture that is an arm, 0–1. */
  share: Float32Array
  /** The pixels of soft edges, and the arm's own colour in each, red, green and blue, 0–255. */
  edge: { places: readonly number[]; colours: Float32Array }
}

/**
 * The matte of the arms before a garment. In a band along the edge of their skin a pixel is a mixture of the skin and
 * of what lies beside it (Porter and Duff 1984), both as bright or in shade: of the parts of both colours that make up
 * the pixel best, the skin's share of their sum is its alpha, and what is left without the other one is its own colour.
 * An edge is as soft as in a photo: shade between both, which is of neither colour, makes none of several pixels. Where
 * it was traced along the arm, it lies there.
 * @param isArm how much of the pixel at a place belongs to an arm before the garment, 0–1
 */
export function matteArms(
  {
    picture,
    regions,
    traced,
    arms,
    torso,
  }: Pick<Wearer, 'picture' | 'regions' | 'traced' | 'arms' | 'torso'>,
  isArm: (place: Point) => number,
): ArmMatte {
  const reach = Math.max(ARM_MATTE.reach.least, Math.round(ARM_MATTE.reach.share * torso.shoulders))
  const around = Math.round(ARM_MATTE.around * torso.shoulders) + 3 * reach
  const box = clampBox(growBox(boxOfPoints(arms.flat()), around), picture)
  const places = placesIn(box, picture)
  const skin = new Uint8Array(places.length)
  for (let i = 0; i < skin.length; i++) {
    if (regions['body-skin'].data[places[i]!]! >= IN_MASK) skin[i] = 1
  }
  dropThin(skin, box, reach)
  const sure = shrinkMask(skin, box, reach)
  const reached = growMask(skin, box, reach)
  const alphas = new Float32Array(skin.length)
  const band: { i: number; own: number; colour: Colour }[] = []
  const share = new Float32Array(picture.width * picture.height)
  const whole = skin.slice()
  for (let i = 0; i < skin.length; i++) {
    if (!reached[i]) continue
    const [x, y] = [i % box.width, Math.floor(i / box.width)]
    const own = isArm({ x: box.left + x, y: box.top + y })
    if (sure[i]) {
      alphas[i] = 1
      share[places[i]!] = own
      continue
    }
    if (own === 0) continue
    const [alpha, colour] = unmix(picture, { box, skin, sure, reached }, x, y, 3 * reach)
    alphas[i] = traced[places[i]!]
      ? regions['body-skin'].data[places[i]!]! / 255
      : Math.min(1, Math.max(0, ARM_MATTE.gain * (alpha - 0.5) + 0.5))
    whole[i] = alphas[i]! >= 0.5 ? 1 : 0
    band.push({ i, own, colour })
  }
  const spurs = findSpurs(whole, box, { arms, torso })
  for (let i = 0; i < spurs.length; i++) {
    if (spurs[i]) [alphas[i], share[places[i]!]] = [0, 0]
  }
  const edge: { places: number[]; colours: number[] } = { places: [], colours: [] }
  for (const { i, own, colour } of band) {
    const alpha = softened(alphas, box, i)
    share[places[i]!] = alpha * own
    if (alpha === 0 || alpha === 1) continue
    edge.places.push(places[i]!)
    edge.colours.push(...colour.map(linearToSrgb))
  }
  return { share, edge: { places: edge.places, colours: Float32Array.from(edge.colours) } }
}

/** The mean of a pixel and those beside it, which count half as much, and a quarter at the corners. */
function softened(plane: Float32Array, { width, height }: Size, i: number): number {
  const [x, y] = [i % width, Math.floor(i / width)]
  let [sum, weights] = [0, 0]
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      const weight = (2 - Math.abs(dx)) * (2 - Math.abs(dy))
      sum += weight * plane[i + dy * width + dx]!
      weights += weight
    }
  }
  return sum / weights
}

/** Clears pieces of skin that are thin all over: rims, where an arm behind the garment ends, and specks. */
function dropThin(skin: Uint8Array, box: Box, reach: number): void {
  const inner = shrinkMask(skin, box, reach)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  for (const { pixels } of findComponents(Float32Array.from(skin), box.width, limits)) {
    if (!pixels.some((i) => inner[i])) for (const i of pixels) skin[i] = 0
  }
}

/** The share of a pixel that is skin, and that skin's own colour, in linear light. */
function unmix(
  { data, width }: Picture,
  {
    box,
    skin,
    sure,
    reached,
  }: { box: Box; skin: Uint8Array; sure: Uint8Array; reached: Uint8Array },
  x: number,
  y: number,
  by: number,
): [number, Colour] {
  const [inside, beside, rim]: [Colour, Colour, Colour] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  let [ofInside, ofBeside, ofRim] = [0, 0, 0]
  const add = (sum: Colour, at: number, weight: number): void => {
    for (let c = 0; c < 3; c++) sum[c] = sum[c]! + weight * srgbToLinear(data[at + c]!)
  }
  // Every other pixel tells as much.
  for (let dy = -by; dy <= by; dy += 2) {
    if (y + dy < 0 || y + dy >= box.height) continue
    for (let dx = -by; dx <= by; dx += 2) {
      if (x + dx < 0 || x + dx >= box.width) continue
      const i = (y + dy) * box.width + x + dx
      const at = 4 * ((box.top + y + dy) * width + box.left + x + dx)
      const weight = 1 / (1 + dx * dx + dy * dy)
      if (sure[i]) {
        add(inside, at, weight)
        ofInside += weight
      } else if (!reached[i]) {
        add(beside, at, weight)
        ofBeside += weight
      } else if (skin[i]) {
        add(rim, at, weight)
        ofRim += weight
      }
    }
  }
  const place = 4 * ((box.top + y) * width + box.left + x)
  const seen = [0, 1, 2].map((c) => srgbToLinear(data[place + c]!)) as Colour
  const told = shareAround(skin, box, x, y)
  // Of fingers all that there is lies beside something else.
  const [sum, count] = ofInside > 0 ? [inside, ofInside] : [rim, ofRim]
  if (count === 0 || ofBeside === 0) return [told, seen]
  const own = sum.map((value) => value / count) as Colour
  const other = beside.map((value) => value / ofBeside) as Colour
  const apart = Math.hypot(...own.map((value, c) => linearToSrgb(value) - linearToSrgb(other[c]!)))
  const sureness = Math.min(
    1,
    Math.max(0, (apart - ARM_MATTE.apart.from) / (ARM_MATTE.apart.to - ARM_MATTE.apart.from)),
  )
  const [a, b] = partsOf(seen, own, other)
  const { clear } = ARM_MATTE
  const mixed = Math.min(1, Math.max(0, (a / (a + b) - clear) / (1 - 2 * clear)))
  const alpha = told + sureness * (mixed - told)
  // What is left of a thin share is mostly grain.
  const trust = alpha * alpha
  const clean = own.map((value, c) => {
    const left = Math.min(1, Math.max(0, (seen[c]! - b * other[c]!) / Math.max(alpha, COVER_SEEN)))
    return value + trust * (left - value)
  }) as Colour
  return [alpha, clean]
}

/** The share of the pixels beside one, and of itself, that are set. */
function shareAround(mask: Uint8Array, { width, height }: Size, x: number, y: number): number {
  let [sum, count] = [0, 0]
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue
      sum += mask[(y + dy) * width + x + dx]!
      count++
    }
  }
  return sum / count
}
