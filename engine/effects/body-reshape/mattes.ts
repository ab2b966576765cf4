import type { Mask, Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/body.ts'
import { blur } from '../skin/blur.ts'
import { hairTips } from './hair-tips.ts'
import { withoutBurrs } from './without-burrs.ts'

/** The person to change and the people to keep, as the layers need them. */
export type Mattes = {
  /** The person alone. */
  matte: Mask
  /** Above 0 where the person or the line a camera draws around them may be. */
  trace: Mask
  /** Where somebody else is: these pixels stay. */
  pin: Mask
  /** 1 where there is no background to copy from: any person, with their soft edges. */
  hidden: Uint8Array
}

/**
 * A camera's sharpening draws a light or dark line around a person, and a mask is off by a pixel or two: to end at the
 * mask would leave that line standing as a ghost. So the trace reaches about two sigmas further, softly.
 */
const RIM = { share: 1 / 150, least: 1.35, most: 5, gain: 8, faint: 90 }

/**
 * A mask drawn to the picture's colours is faintly on wherever the background has the person's colour, a door's edge
 * beside an arm: what is claimed less than `below` is background, more than `above` is the person.
 */
const DOUBT = { below: 56, above: 235 }

/** How fast a pixel goes over to the person once their claim is the stronger. */
const CONTRAST = 4

/**
 * Parts the people of a picture. Where two masks claim a pixel, the stronger claim has it, so that a neighbour's mask
 * that spills over the person does not freeze them, and one that merely touches keeps its pixels. With `hair` what stands
 * off the head belongs to it, which a head that moves must take along. `scale` is the body's, in pixels.
 */
export function mattes(
  picture: Picture,
  body: Body,
  others: readonly { mask: Mask }[],
  { scale, hair }: { scale: number; hair: boolean },
): Mattes {
  const { width, height } = picture
  const size = width * height
  const matte = new Uint8Array(size)
  const pin = new Uint8Array(size)
  const hidden = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    const own = body.mask.data[i]!
    const other = others.length === 0 ? 0 : strongest(others, i)
    if (own === 0 && other === 0) continue
    pin[i] = other === 0 ? 0 : Math.min(255, Math.max(0, 255 + CONTRAST * (other - own)))
    matte[i] = Math.max(0, sure(own) - pin[i]!)
    hidden[i] = own > DOUBT.below / 2 || other > 0 ? 1 : 0
  }
  withoutBurrs(matte, { width, height }, scale)
  if (hair) {
    const tips = hairTips(picture, body, pin, scale)
    for (let i = 0; i < size; i++) if (tips[i]! > matte[i]!) matte[i] = tips[i]!
  }
  const trace = grow(matte, width, height, scale)
  for (let i = 0; i < size; i++) {
    if (trace[i] === 0) continue
    trace[i] = Math.min(trace[i]!, 255 - pin[i]!)
    if (trace[i]! > 0) hidden[i] = 1
  }
  const mask = (data: Uint8Array): Mask => ({ width, height, data })
  return { matte: mask(matte), trace: mask(trace), pin: mask(pin), hidden }
}

function strongest(others: readonly { mask: Mask }[], i: number): number {
  let most = 0
  for (const { mask } of others) most = Math.max(most, mask.data[i]!)
  return most
}

function sure(own: number): number {
  return Math.min(255, Math.max(0, ((own - DOUBT.below) * 255) / (DOUBT.above - DOUBT.below)))
}

/** The matte and, where it ends within the rim's width, what lies beside it. */
function grow(data: Uint8Array, width: number, height: number, scale: number): Uint8Array {
  const sigma = Math.min(RIM.most, Math.max(RIM.least, scale * RIM.share))
  // The rim of a large figure is as broad as the blur of a copy of half the size draws it.
  const by = sigma > 2 * RIM.least ? 2 : 1
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
      const rim = blurred[row + Math.floor(x / by)]! * RIM.gain
      if (rim >= RIM.faint && rim > data[i]!) grown[i] = Math.min(255, rim)
    }
  }
  return grown
}
