import { allocPlane, withArena } from '../raster/arena.ts'
import { blur } from '../raster/filter/blur.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import type { Body } from '../vision/bodies/body.ts'
import { removeSpurs } from './remove-spurs.ts'
import { strayHair } from './stray-hair.ts'
import { ALPHA_RANGE, CLAIM_CONTRAST, SUPPORT_RIM } from './tuning.ts'

/** One person as a layer, and the people who must not change. All parts have the size of the picture. */
export type PersonMattes = {
  /** The share of each pixel that is the person. */
  matte: Mask
  /** Above 0 where the person may be visible: the matte and the halo that a camera's sharpening draws around it. */
  support: Mask
  /** Protection mask: 255 where somebody else is. These pixels stay. */
  protection: Mask
  /** Occlusion mask: 1 where any person is, with their soft edges, and the background is therefore unknown. */
  occlusion: Uint8Array
}

/**
 * Separates one person from the background and from the other people. Where two masks claim a pixel the higher value
 * has it: a neighbour's mask that spills over the person does not protect the person's pixels, and one that merely
 * touches keeps its own.
 * @param scale of the body: pixels from shoulders to hips
 * @param hair also give the person the hair that stands off the head, as a head that moves needs
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
  const protection = new Uint8Array(size)
  const occlusion = new Uint8Array(size)
  const planes = { matte, protection, occlusion }
  for (let y = 0; y < height; y++) partRow(body.mask.data, others, y * width, width, planes)
  removeSpurs(matte, { width, height }, scale)
  if (hair) {
    const stray = strayHair(picture, body, protection, scale)
    for (let i = 0; i < size; i++) if (stray[i]! > matte[i]!) matte[i] = stray[i]!
  }
  const support = growSupport(matte, width, height, scale)
  for (let y = 0; y < height; y++) limitRow(support, protection, occlusion, y * width, width)
  const mask = (data: Uint8Array): Mask => ({ width, height, data })
  return { matte: mask(matte), support: mask(support), protection: mask(protection), occlusion }
}

/** Parts a row of masks, from index `from` on, into the planes of the person and of the others. */
function partRow(
  mask: Uint8Array,
  others: readonly { mask: Mask }[],
  from: number,
  width: number,
  { matte, protection, occlusion }: Record<'matte' | 'protection' | 'occlusion', Uint8Array>,
): void {
  for (let i = from; i < from + width; i++) {
    const own = mask[i]!
    const other = others.length === 0 ? 0 : strongestClaim(others, i)
    if (own === 0 && other === 0) continue
    const excess = CLAIM_CONTRAST * (other - own)
    protection[i] = other === 0 ? 0 : Math.min(255, Math.max(0, 255 + excess))
    matte[i] = Math.max(0, stretchAlpha(own) - protection[i]!)
    occlusion[i] = own > ALPHA_RANGE.zero / 2 || other > 0 ? 1 : 0
  }
}

/** Keeps a row of the support off the others, and marks what is left of it as occluded. */
function limitRow(
  support: Uint8Array,
  protection: Uint8Array,
  occlusion: Uint8Array,
  from: number,
  width: number,
): void {
  for (let i = from; i < from + width; i++) {
    if (support[i] === 0) continue
    support[i] = Math.min(support[i]!, 255 - protection[i]!)
    if (support[i]! > 0) occlusion[i] = 1
  }
}

/** The highest value of the masks at pixel i. */
function strongestClaim(others: readonly { mask: Mask }[], i: number): number {
  let most = 0
  for (const { mask } of others) most = Math.max(most, mask.data[i]!)
  return most
}

function stretchAlpha(value: number): number {
  const { zero, full } = ALPHA_RANGE
  return Math.min(255, Math.max(0, ((value - zero) * 255) / (full - zero)))
}

/** The matte with a rim of what lies beside it, see {@link SUPPORT_RIM}. */
function growSupport(matte: Uint8Array, width: number, height: number, scale: number): Uint8Array {
  const sigma = Math.min(SUPPORT_RIM.most, Math.max(SUPPORT_RIM.least, scale * SUPPORT_RIM.share))
  // With a wide blur a copy of half the size gives the same rim for a quarter of the work.
  const by = sigma > 2 * SUPPORT_RIM.least ? 2 : 1
  const size = { width: Math.ceil(width / by), height: Math.ceil(height / by) }
  const support = matte.slice()
  withArena(() => {
    const small = allocPlane(size.width * size.height)
    for (let y = 0; y < size.height; y++) {
      thinRow(matte, by * y * width, by, small.subarray(y * size.width, (y + 1) * size.width))
    }
    const blurred = blur(small, size, sigma / by)
    for (let y = 0; y < height; y++) {
      const row = Math.floor(y / by) * size.width
      addRim(support, y * width, width, blurred, row, by)
    }
  })
  return support
}

/** Takes every so manyth value from a place on. */
function thinRow(values: Uint8Array, from: number, by: number, to: Float32Array): void {
  for (let x = 0, at = from; x < to.length; x++, at += by) to[x] = values[at]!
}

/** Adds the rim to a row of a matte, from index `from` on. */
function addRim(
  support: Uint8Array,
  from: number,
  width: number,
  blurred: Float32Array,
  row: number,
  by: number,
): void {
  for (let x = 0, i = from; x < width; x++, i++) {
    const rim = blurred[row + Math.floor(x / by)]! * SUPPORT_RIM.gain
    if (rim >= SUPPORT_RIM.faint && rim > support[i]!) support[i] = Math.min(255, rim)
  }
}
