import { ease } from '../../face/warp/ease.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { type Falloff, outlineWarp } from '../../face/warp/outline.ts'
import type { FeatureWarp } from './feature-warp.ts'
import type { SidedAmount } from './features.ts'

const SIDE_FALLOFF: Falloff = { from: 0.42, band: 0.36 }

/** 0 until `a`, 1 between `b` and `c`, 0 from `d` on. */
function plateau(t: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  return ease(t, a, b) * (1 - ease(t, c, d))
}

/** Widens the outline where `t` (0 hairline, 1 chin) is on the plateau, by a share of its distance to the midline. */
function widen(
  map: NormalisedFace,
  amount: SidedAmount,
  share: number,
  where: readonly [number, number, number, number],
  reach = SIDE_FALLOFF,
) {
  return outlineWarp(map, reach, ({ t, half, side }) => ({
    u: side * half * share * plateau(t, where) * (side === 1 ? amount.left : amount.right),
    v: 0,
  }))
}

/** The whole face narrower or wider, from the temples to the corners of the jaw. */
export const faceWidth: FeatureWarp = (amount, map) => [
  widen(map, amount, 0.11, [0.08, 0.36, 0.7, 1.05]),
]

/** Each half of the face below the eyes narrower, towards a V, or fuller. */
export const faceShape: FeatureWarp = (amount, map) => [
  widen(map, amount, 0.16, [0.36, 0.66, 0.8, 1.04]),
]

/** Cheekbones drawn in. */
export const cheekbones: FeatureWarp = (amount, map) => {
  const inwards = { left: -amount.left, right: -amount.right }
  return [widen(map, inwards, 0.12, [0.26, 0.44, 0.5, 0.7])]
}

/** The corners of the jaw drawn in. */
export const jaw: FeatureWarp = (amount, map) => {
  const inwards = { left: -amount.left, right: -amount.right }
  return [widen(map, inwards, 0.15, [0.5, 0.66, 0.74, 0.92])]
}
