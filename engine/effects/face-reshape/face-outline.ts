import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { outlineWarp } from '../../face/warp/outline.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { FeatureWarp, SidedAmount } from './features.ts'
import { OUTLINE_FALLOFF, OUTLINE_PARTS } from './tuning.ts'

type Plateau = readonly [number, number, number, number]

/** 0 up to `a`, 1 between `b` and `c`, 0 from `d` on, smooth between them. */
function plateau(t: number, [a, b, c, d]: Plateau): number {
  return smoothstep(a, b, t) * (1 - smoothstep(c, d, t))
}

/** Widens the outline where `t` (0 hairline, 1 chin) is `between` four bounds, by a share of the midline distance. */
function widen(
  face: NormalisedFace,
  amount: SidedAmount,
  { share, between }: { share: number; between: Plateau },
) {
  return outlineWarp(face, OUTLINE_FALLOFF, ({ t, midlineDistance, side }) => ({
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
  widen(face, amount, OUTLINE_PARTS.faceWidth),
]

/** Each half of the face below the eyes narrower, towards a V, or fuller. */
export const faceShape: FeatureWarp = (amount, face) => [
  widen(face, amount, OUTLINE_PARTS.faceShape),
]

/** Cheekbones drawn in. */
export const cheekbones: FeatureWarp = (amount, face) => {
  const inwards = { left: -amount.left, right: -amount.right }
  return [widen(face, inwards, OUTLINE_PARTS.cheekbones)]
}

/** The corners of the jaw drawn in. */
export const jaw: FeatureWarp = (amount, face) => {
  const inwards = { left: -amount.left, right: -amount.right }
  return [widen(face, inwards, OUTLINE_PARTS.jaw)]
}
