import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { type OutlineFalloff, outlineWarp } from '../../face/warp/outline.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { FeatureWarp, SidedAmount } from './features.ts'

const SIDE_FALLOFF: OutlineFalloff = { from: 0.42, band: 0.36 }

/** 0 up to `a`, 1 between `b` and `c`, 0 from `d` on, smooth between them. */
function plateau(t: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  return smoothstep(a, b, t) * (1 - smoothstep(c, d, t))
}

/** Widens the outline where `t` (0 hairline, 1 chin) is `between` four bounds, by a share of the midline distance. */
function widen(
  face: NormalisedFace,
  amount: SidedAmount,
  share: number,
  between: readonly [number, number, number, number],
  falloff = SIDE_FALLOFF,
) {
  return outlineWarp(face, falloff, ({ t, midlineDistance, side }) => ({
    u:
      side *
      midlineDistance *
      share *
      plateau(t, between) *
      (side === 1 ? amount.left : amount.right),
    v: 0,
  }))
}

/** The whole face narrower or wider, from the temples to the corners of the jaw. */
export const faceWidth: FeatureWarp = (amount, face) => [
  widen(face, amount, 0.11, [0.08, 0.36, 0.7, 1.05]),
]

/** Each half of the face below the eyes narrower, towards a V, or fuller. */
export const faceShape: FeatureWarp = (amount, face) => [
  widen(face, amount, 0.16, [0.36, 0.66, 0.8, 1.04]),
]

/** Cheekbones drawn in. */
export const cheekbones: FeatureWarp = (amount, face) => {
  const inwards = { left: -amount.left, right: -amount.right }
  return [widen(face, inwards, 0.12, [0.26, 0.44, 0.5, 0.7])]
}

/** The corners of the jaw drawn in. */
export const jaw: FeatureWarp = (amount, face) => {
  const inwards = { left: -amount.left, right: -amount.right }
  return [widen(face, inwards, 0.15, [0.5, 0.66, 0.74, 0.92])]
}
