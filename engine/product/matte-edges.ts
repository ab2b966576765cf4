import { allocPlane, withArena } from '../raster/arena.ts'
import { blurAllWithin } from '../raster/blur.ts'
import { boxOfPlane } from '../raster/bounding-box.ts'
import { clampBox, cropPlane, growBox, pastePlane } from '../raster/crop.ts'
import type { Size } from '../raster/picture.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'
import type { Levels } from './product.ts'

/** How far the edge between ground and product is mixed of both, pixels. */
const BAND = 2

/** Pixels. What colours the ground and the product have beside an edge is averaged over Gaussians of these sigmas. */
const GROUND_SIGMA = 4
const PRODUCT_SIGMA = 1.6

/** Levels. Where ground and product differ by less, alpha cannot be read from the colours. */
const TOLD_APART = 18

/** A product's soft edge: alpha (0–1) and the colours without the ground that shines through. */
export type Matte = { alpha: Float32Array; levels: Levels }

/**
 * Finds the soft edge of a product: in a band along the mask's edge a pixel is a mixture of the ground beside it and
 * the product beside it (Porter and Duff 1984), whose share follows by projection onto the line between both colours.
 * The product's own colour is what is left when the ground's share is taken out (colour decontamination). Chains that
 * are thinner than the band count by how far they are from the ground, so that their darkest and most colourful pixels
 * are their colour.
 * @param ground 1 where the ground shows, 0 on the product
 */
export function matteEdges(levels: Levels, ground: Float32Array, size: Size): Matte {
  const alpha = new Float32Array(ground.length)
  const product = boxOfPlane(ground, size, 1)
  if (!product) return { alpha, levels }
  // Beyond this room nothing is averaged that a pixel of the edge is compared with.
  const part = clampBox(growBox(product, BAND + 3 * GROUND_SIGMA), size)
  const own = {
    red: levels.red.slice(),
    green: levels.green.slice(),
    blue: levels.blue.slice(),
  }
  const { red, green, blue } = levels
  const planes = [red, green, blue].map((plane) => cropPlane(plane, size.width, part))
  withArena(() => {
    const matte = matteOf(planes, cropPlane(ground, size.width, part), part)
    pastePlane(alpha, size.width, part, matte.alpha)
    for (const [nth, plane] of [own.red, own.green, own.blue].entries()) {
      pastePlane(plane, size.width, part, matte.own[nth]!)
    }
  })
  return { alpha, levels: own }
}

/** Alpha and own colours of a part of a product picture. */
function matteOf(
  planes: readonly Float32Array[],
  ground: Float32Array,
  size: Size,
): { alpha: Float32Array; own: Float32Array[] } {
  const near = boxMean(ground, size.width, size.height, BAND)
  const own = planes.map((plane) => plane.slice())
  const alpha = new Float32Array(ground.length)
  const surelyGround = new Float32Array(ground.length)
  const weight = new Float32Array(ground.length)
  const band: number[] = []
  for (let i = 0; i < ground.length; i++) {
    const share = near[i]!
    surelyGround[i] = share > 0.999 ? 1 : ground[i]! * 0.02
    if (share === 0) {
      alpha[i] = 1
      weight[i] = 1
    } else if (share < 1) band.push(i)
  }
  const behind = blurAllWithin(planes, surelyGround, size, GROUND_SIGMA)
  for (const i of band) {
    if (ground[i] === 1) continue
    const far = distance(planes, behind, i) / 160
    weight[i] = Math.min(1, far * far * far * far) + 1e-5
  }
  const inside = blurAllWithin(planes, weight, size, PRODUCT_SIGMA)
  for (const i of band) alpha[i] = unmix(planes, behind, inside, own, i, ground[i]! === 0)
  return { alpha, own }
}

/** Takes the ground out of colours whose alpha is known: from a mask, or from a file. */
export function decontaminate(levels: Levels, alpha: Float32Array, size: Size): Levels {
  const planes = [levels.red, levels.green, levels.blue]
  const own = planes.map((plane) => plane.slice())
  withArena(() => {
    const outside = allocPlane(alpha.length)
    for (let i = 0; i < alpha.length; i++) outside[i] = alpha[i]! < 0.02 ? 1 : 0
    const behind = blurAllWithin(planes, outside, size, GROUND_SIGMA)
    for (let i = 0; i < alpha.length; i++) {
      const share = alpha[i]!
      if (share < 0.02 || share > 0.98) continue
      for (let c = 0; c < 3; c++) own[c]![i] = withoutGround(planes[c]![i]!, behind[c]![i]!, share)
    }
  })
  return { red: own[0]!, green: own[1]!, blue: own[2]! }
}

function withoutGround(level: number, ground: number, share: number): number {
  return Math.min(255, Math.max(0, (level - (1 - share) * ground) / share))
}

function distance(a: readonly Float32Array[], b: readonly Float32Array[], i: number): number {
  const [r, g, c] = [a[0]![i]! - b[0]![i]!, a[1]![i]! - b[1]![i]!, a[2]![i]! - b[2]![i]!]
  return Math.sqrt(r * r + g * g + c * c)
}

/** Alpha of one mixed pixel. Writes its own colour. */
function unmix(
  planes: readonly Float32Array[],
  behind: readonly Float32Array[],
  inside: readonly Float32Array[],
  own: readonly Float32Array[],
  i: number,
  isProduct: boolean,
): number {
  const apart = distance(inside, behind, i)
  if (apart < TOLD_APART) return isProduct ? 1 : 0
  let along = 0
  for (let c = 0; c < 3; c++) {
    along += (planes[c]![i]! - behind[c]![i]!) * (inside[c]![i]! - behind[c]![i]!)
  }
  const share = Math.min(1, Math.max(0, along / (apart * apart)))
  // Grain of the ground is no veil of the product.
  const alpha = share < 0.06 ? 0 : share
  for (let c = 0; c < 3; c++) {
    const clean = alpha > 0 ? withoutGround(planes[c]![i]!, behind[c]![i]!, alpha) : inside[c]![i]!
    const trust = Math.min(1, Math.max(0, (alpha - 0.15) / 0.45))
    own[c]![i] = inside[c]![i]! + (clean - inside[c]![i]!) * trust
  }
  return alpha
}
