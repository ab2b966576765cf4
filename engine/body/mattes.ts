import { blur } from '../raster/blur.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import type { Body } from '../vision/bodies/body.ts'
import { removeSpurs } from './remove-spurs.ts'
import { strayHair } from './stray-hair.ts'

/** The person to change and the people to keep, as the layers need them. */
export type PersonMattes = {
  /** The person alone. */
  matte: Mask
  /** Above 0 where the person or the line a camera draws around them may be. */
  support: Mask
  /** Where somebody else is: these pixels stay. */
  protection: Mask
  /** 1 where there is no background to copy from: any person, with their soft edges. */
  occlusion: Uint8Array
}

/**
 * A camera's sharpening draws a light or dark line around a person, and a mask is off by a pixel or two: to end at the
 * mask would leave that line standing as a ghost. So the trace reaches about two sigmas further, softly.
 */
const SUPPORT_RIM = { share: 1 / 150, least: 1.35, most: 5, gain: 8, faint: 90 }

/**
 * A mask drawn to the picture's colours is faintly on wherever the background has the person's colour, a door's edge
 * beside an arm: what is claimed less than `below` is background, more than `above` is the person.
 */
const ALPHA_RANGE = { below: 56, above: 235 }

/** How fast a pixel goes over to the person once their claim is the stronger. */
const CLAIM_CONTRAST = 4

/**
 * Parts the people of a picture. Where two masks claim a pixel, the stronger claim has it, so that a neighbour's mask
 * that spills over the person does not freeze them, and one that merely touches keeps its pixels. With `hair` what stands
 * off the head belongs to it, which a head that moves must take along. `scale` is the body's, in pixels.
 */
export function personMattes(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
  { scale, hair }: { scale: number; hair: boolean },
): PersonMattes {
  const { width, height } = picture
  const size = width * height
  const matte = new Uint8Array(size)
  const pin = new Uint8Array(size)
  const hidden = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const own = body.mask.data[i]!
    const other = others.length === 0 ? 0 : strongestClaim(others, i)
    if (own === 0 && other === 0) continue
    pin[i] = other === 0 ? 0 : Math.min(255, Math.max(0, 255 + CLAIM_CONTRAST * (other - own)))
    matte[i] = Math.max(0, stretchAlpha(own) - pin[i]!)
    hidden[i] = own > ALPHA_RANGE.below / 2 || other > 0 ? 1 : 0
  }
  removeSpurs(matte, { width, height }, scale)
  if (hair) {
    const tips = strayHair(picture, body, pin, scale)
    for (let i = 0; i < size; i++) if (tips[i]! > matte[i]!) matte[i] = tips[i]!
  }
  const trace = growSupport(matte, width, height, scale)
  for (let i = 0; i < size; i++) {
    if (trace[i] === 0) continue
    trace[i] = Math.min(trace[i]!, 255 - pin[i]!)
    if (trace[i]! > 0) hidden[i] = 1
  }
  const mask = (data: Uint8Array): Mask => ({ width, height, data })
  return { matte: mask(matte), support: mask(trace), protection: mask(pin), occlusion: hidden }
}

function strongestClaim(others: readonly { mask: Mask }[], i: number): number {
  let most = 0
  for (const { mask } of others) most = Math.max(most, mask.data[i]!)
  return most
}

function stretchAlpha(own: number): number {
  return Math.min(
    255,
    Math.max(0, ((own - ALPHA_RANGE.below) * 255) / (ALPHA_RANGE.above - ALPHA_RANGE.below)),
  )
}

/** The matte and, where it ends within the rim's width, what lies beside it. */
function growSupport(data: Uint8Array, width: number, height: number, scale: number): Uint8Array {
  const sigma = Math.min(SUPPORT_RIM.most, Math.max(SUPPORT_RIM.least, scale * SUPPORT_RIM.share))
  // The rim of a large figure is as broad as the blur of a copy of half the size draws it.
  const by = sigma > 2 * SUPPORT_RIM.least ? 2 : 1
  const size = { width: Math.ceil(width / by), height: Math.ceil(height / by) }
  const small = new Float32Array(size.width * size.height)
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at++) small[at] = data[by * (y * width + x)]!
  }
  const blurred = blur(small, size, sigma / by)
  const grown = data.slice()
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / by) * size.width
    for (let x = 0; x < width; x++, i++) {
      const rim = blurred[row + Math.floor(x / by)]! * SUPPORT_RIM.gain
      if (rim >= SUPPORT_RIM.faint && rim > data[i]!) grown[i] = Math.min(255, rim)
    }
  }
  return grown
}
