import type { Point } from '../../../geometry/point.ts'
import { quantileOrZero } from '../../../geometry/quantile.ts'
import { blendStops, stopClamped } from '../../../geometry/sample.ts'
import type { Size } from '../../../geometry/size.ts'
import { withArena } from '../../../raster/arena.ts'
import { luma } from '../../../raster/colour/luma.ts'
import { blur } from '../../../raster/filter/blur.ts'
import { type Head, headToPixel, pixelToHead } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import {
  SHARPNESS_BARE,
  SHARPNESS_CHANCE,
  SHARPNESS_COARSE,
  SHARPNESS_MEASURED,
  SHARPNESS_MOST,
  SHARPNESS_SMOOTH,
} from '../tuning.ts'

/** What makes placed hair as sharp as its wearer's picture, and what that leaves. */
export type SharpnessMatch = {
  /** The blur of a sharper reference, pixels; 0 for none. */
  sigma: number
  /** The share of fine detail that is added to the hair of a softer one; 0 for none. */
  amount: number
  /** How many times sharper the wearer's picture is than the reference so changed. */
  sharper: number
  /** How many times more texture the wearer's skin has than the reference's, beside what its sharpness makes. */
  rougher: number
}

/** A face on some pixels of a picture: its luma, and the pixels that are measured. */
type FacePatch = Size & { luma: Float32Array; inside: readonly number[]; coarse: number }

/**
 * Compares the sharpness of two pictures by their faces, which show the same, as it is once the reference is laid on
 * the wearer: enlarged or out of focus it is softer, and sharp hair around a soft face looks cut out.
 */
export function compareSharpness(wearer: Head, reference: Head): SharpnessMatch {
  const own = patchOf(wearer, wearer)
  const other = patchOf(reference, wearer)
  const [wanted, found] = [sharpnessOf(own, own.luma), sharpnessOf(other, other.luma)]
  const soft = (sigma: number) => withArena(() => blur(other.luma, other, sigma).slice())
  const around = soft(SHARPNESS_MOST.radius)
  const sharpened = (by: number) =>
    other.luma.map((level, at) => level + by * (level - around[at]!))
  let [sigma, amount, luma] = [0, 0, other.luma]
  if (found > SHARPNESS_CHANCE * wanted) {
    sigma = least(
      SHARPNESS_MOST.sigma,
      (by) => sharpnessOf(other, soft(by)) <= SHARPNESS_CHANCE * wanted,
    )
    luma = soft(sigma)
  } else if (SHARPNESS_CHANCE * found < wanted) {
    amount = least(
      SHARPNESS_MOST.amount,
      (by) => SHARPNESS_CHANCE * sharpnessOf(other, sharpened(by)) >= wanted,
    )
    luma = sharpened(amount)
  }
  const sharper = wanted / sharpnessOf(other, luma)
  const [mine, theirs] = [textureOf(own, own.luma), textureOf(other, luma)]
  const rougher = Math.max(SHARPNESS_SMOOTH, mine) / Math.max(SHARPNESS_SMOOTH, theirs) / sharper
  return { sigma, amount, sharper, rougher }
}

/** The least value from which on a test holds, or the most. */
function least(most: number, test: (value: number) => boolean): number {
  let [low, high] = [0, most]
  for (let step = 0; step < SHARPNESS_MOST.steps; step++) {
    const middle = (low + high) / 2
    if (test(middle)) high = middle
    else low = middle
  }
  return high
}

/** The face of a head as it lies on the pixels of a wearer. */
function patchOf(head: Head, { frame }: Head): FacePatch {
  const corners = [-1, 1].flatMap((side) =>
    [SHARPNESS_MEASURED.high, -frame.chin].map((v) =>
      headToPixel(frame, side * SHARPNESS_MEASURED.beside, v),
    ),
  )
  const coarse = Math.max(2, Math.round(SHARPNESS_COARSE * frame.faceWidth))
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, top] = [Math.floor(Math.min(...xs)) - coarse, Math.floor(Math.min(...ys)) - coarse]
  const width = Math.ceil(Math.max(...xs)) + coarse + 1 - left
  const height = Math.ceil(Math.max(...ys)) + coarse + 1 - top
  const luma = new Float32Array(width * height)
  const inside: number[] = []
  const taps = Math.max(1, Math.round(head.frame.faceWidth / frame.faceWidth))
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      for (let tap = 0; tap < taps * taps; tap++) {
        const tx = left + x + ((tap % taps) + 0.5) / taps - 0.5
        const ty = top + y + (Math.floor(tap / taps) + 0.5) / taps - 0.5
        const { u, v } = pixelToHead(frame, tx, ty)
        luma[at] = luma[at]! + lumaAt(head, headToPixel(head.frame, u, v)) / (taps * taps)
      }
      if (Math.min(x, y, width - 1 - x, height - 1 - y) < coarse) continue
      const { u, v } = pixelToHead(frame, left + x, top + y)
      if (
        Math.abs(u) <= SHARPNESS_MEASURED.beside &&
        v <= SHARPNESS_MEASURED.high &&
        v >= -frame.chin
      )
        inside.push(at)
    }
  }
  return { width, height, luma, inside, coarse }
}

/** Scratch: between which pixels a sample lies. */
const column = stopClamped(0, 1)
const row = stopClamped(0, 1)

/** The luma between four pixels; edges repeat. */
function lumaAt({ picture }: Head, { x, y }: Point): number {
  stopClamped(x, picture.width, column)
  stopClamped(y, picture.height, row)
  const level = (c: number) => blendStops(picture.data, picture.width, column, row, 4, c)
  return luma(level(0), level(1), level(2))
}

/** How strong a face's fine detail is beside its coarse one, 0–1: mean squares, in which edges count most. */
function sharpnessOf(patch: FacePatch, luma: Float32Array): number {
  const strength = (far: number) =>
    Math.sqrt(detailOver(patch, luma, far).reduce((sum, off) => sum + off * off, 0))
  return Math.max(1e-3, strength(1) / Math.max(1e-3, strength(patch.coarse)))
}

/** The fine detail of a face's smoothest parts, levels: that of its skin. */
function textureOf(patch: FacePatch, luma: Float32Array): number {
  return quantileOrZero(detailOver(patch, luma, 1), SHARPNESS_BARE)
}

/** By how many levels each pixel differs from the mean of the eight at some distance around it. */
function detailOver({ width, inside }: FacePatch, luma: Float32Array, far: number): Float32Array {
  const around = [-1, 0, 1].flatMap((dy) =>
    [-1, 0, 1].map((dx) => far * (dy * width + dx)).filter((by) => by !== 0),
  )
  return Float32Array.from(inside, (at) => {
    let sum = 0
    for (const by of around) sum += luma[at + by]!
    return Math.abs(luma[at]! - sum / around.length)
  })
}

/** Makes hair softer or sharper, in place. Its edge is softened with it, and never sharpened. */
export function applySharpness(layer: HairLayer, { sigma, amount }: SharpnessMatch): void {
  if (sigma === 0 && amount === 0) return
  const { alpha } = layer
  withArena(() => {
    const radius = sigma > 0 ? sigma : SHARPNESS_MOST.radius
    const share = blur(alpha, layer, radius)
    for (const plane of [layer.red, layer.green, layer.blue]) {
      const shown = blur(
        plane.map((level, at) => level * alpha[at]!),
        layer,
        radius,
      )
      for (let at = 0; at < plane.length; at++) {
        if (share[at]! < 1e-3) continue
        const around = shown[at]! / share[at]!
        const level = sigma > 0 ? around : plane[at]! + amount * (plane[at]! - around)
        plane[at] = Math.min(255, Math.max(0, level))
      }
    }
    if (sigma > 0) alpha.set(share)
  })
}
