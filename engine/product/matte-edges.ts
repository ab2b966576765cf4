import { boxOfPlane } from '../geometry/bounding-box.ts'
import { clampBox, growBox } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../raster/arena.ts'
import { blurAllWithin } from '../raster/filter/blur.ts'
import { bitsAbove, growBits, shrinkBits } from '../raster/mask/bit-mask.ts'
import type { Levels } from './product.ts'
import {
  MATTE_BAND,
  MATTE_CLEAR,
  MATTE_GROUND_SIGMA,
  MATTE_GROUND_UNSURE,
  MATTE_PRODUCT_SIGMA,
  MATTE_TOLD_APART,
  MATTE_TRUST,
  MATTE_VEIL,
} from './tuning.ts'

/** A product's soft edge: alpha (0–1) and the colours without the ground that shines through. */
export type Matte = { alpha: Float32Array; levels: Levels }

/**
 * Finds the soft edge of a product: in a band along the mask's edge a pixel is a mixture of the ground beside it and
 * the product beside it (Porter and Duff 1984), whose share follows by projection onto the line between both colours.
 * The product's own colour is what is left when the ground's share is taken out (colour decontamination). Chains that
 * are thinner than the band count by how far they are from the ground, so that their darkest and most colourful pixels
 * are their colour.
 * @param levels are changed to the product's own colours
 * @param ground 1 where the ground shows, 0 on the product
 * @returns alpha, 0–1
 */
export function matteEdges(levels: Levels, ground: Float32Array, size: Size): Float32Array {
  const alpha = allocZeroPlane(ground.length)
  const product = boxOfPlane(ground, size, 1)
  if (!product) return alpha
  // Beyond this room nothing is averaged that a pixel of the edge is compared with.
  const { top, height } = clampBox(growBox(product, MATTE_BAND + 3 * MATTE_GROUND_SIGMA), size)
  const rows = (plane: Float32Array) =>
    plane.subarray(top * size.width, (top + height) * size.width)
  const planes = [rows(levels.red), rows(levels.green), rows(levels.blue)]
  withArena(() => {
    writeMatte(planes, rows(ground), rows(alpha), { width: size.width, height })
  })
  return alpha
}

/** Writes alpha and own colours of some rows of a product picture. */
function writeMatte(
  planes: readonly Float32Array[],
  ground: Float32Array,
  alpha: Float32Array,
  size: Size,
): void {
  const bits = bitsAbove(ground, size, 0.5)
  const [reached, sure] = [growBits(bits, MATTE_BAND), shrinkBits(bits, MATTE_BAND)]
  const surelyGround = allocPlane(ground.length)
  const weight = allocPlane(ground.length)
  const band: number[] = []
  const weighRow = (y: number): void => {
    for (let x = 0, i = y * size.width; x < size.width; x++, i++) {
      const word = y * bits.stride + (x >>> 5)
      const isReached = (reached.words[word]! >>> (x & 31)) & 1
      const isSure = (sure.words[word]! >>> (x & 31)) & 1
      surelyGround[i] = isSure === 1 ? 1 : ground[i]! * MATTE_GROUND_UNSURE
      alpha[i] = weight[i] = 1 - isReached
      if (isReached > isSure) band.push(i)
    }
  }
  for (let y = 0; y < size.height; y++) weighRow(y)
  const behind = blurAllWithin(planes, surelyGround, size, MATTE_GROUND_SIGMA)
  for (const i of band) {
    if (ground[i] === 1) continue
    const far = colourDistance(planes, behind, i) / 160
    weight[i] = Math.min(1, far * far * far * far) + 1e-5
  }
  const inside = blurAllWithin(planes, weight, size, MATTE_PRODUCT_SIGMA)
  for (const i of band) alpha[i] = unmix(planes, behind, inside, i, ground[i]! === 0)
}

/** Takes the ground out of colours whose alpha is known: from a mask, or from a file. */
export function decontaminate(levels: Levels, alpha: Float32Array, size: Size): Levels {
  const planes = [levels.red, levels.green, levels.blue]
  const own = planes.map((plane) => plane.slice())
  withArena(() => {
    const outside = allocPlane(alpha.length)
    for (let i = 0; i < alpha.length; i++) outside[i] = alpha[i]! < MATTE_CLEAR ? 1 : 0
    const behind = blurAllWithin(planes, outside, size, MATTE_GROUND_SIGMA)
    for (let i = 0; i < alpha.length; i++) {
      const share = alpha[i]!
      if (share < MATTE_CLEAR || share > 1 - MATTE_CLEAR) continue
      for (let c = 0; c < 3; c++) own[c]![i] = withoutGround(planes[c]![i]!, behind[c]![i]!, share)
    }
  })
  return { red: own[0]!, green: own[1]!, blue: own[2]! }
}

function withoutGround(level: number, ground: number, share: number): number {
  return Math.min(255, Math.max(0, (level - (1 - share) * ground) / share))
}

function colourDistance(a: readonly Float32Array[], b: readonly Float32Array[], i: number): number {
  const red = a[0]![i]! - b[0]![i]!
  const green = a[1]![i]! - b[1]![i]!
  const blue = a[2]![i]! - b[2]![i]!
  return Math.sqrt(red * red + green * green + blue * blue)
}

/** Alpha of one mixed pixel, whose own colour takes the place of its colour. */
function unmix(
  planes: readonly Float32Array[],
  behind: readonly Float32Array[],
  inside: readonly Float32Array[],
  i: number,
  isProduct: boolean,
): number {
  const apart = colourDistance(inside, behind, i)
  if (apart < MATTE_TOLD_APART) return isProduct ? 1 : 0
  let along = 0
  for (let c = 0; c < 3; c++) {
    along += (planes[c]![i]! - behind[c]![i]!) * (inside[c]![i]! - behind[c]![i]!)
  }
  const share = Math.min(1, Math.max(0, along / (apart * apart)))
  // Grain of the ground is no veil of the product.
  const alpha = share < MATTE_VEIL ? 0 : share
  for (let c = 0; c < 3; c++) {
    const clean = alpha > 0 ? withoutGround(planes[c]![i]!, behind[c]![i]!, alpha) : inside[c]![i]!
    const trust = Math.min(1, Math.max(0, (alpha - MATTE_TRUST.from) / MATTE_TRUST.over))
    planes[c]![i] = inside[c]![i]! + (clean - inside[c]![i]!) * trust
  }
  return alpha
}
