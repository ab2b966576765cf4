import { outlineWarp } from '../../face/warp/outline.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { FeatureWarp } from './features.ts'
import { CHIN_LENGTH, CHIN_RESHAPE } from './tuning.ts'

/** Each side of the chin narrower, towards a point, or broader. */
export const chinReshape: FeatureWarp = ({ left, right }, face) => [
  outlineWarp(face, CHIN_RESHAPE.falloff, ({ t, side }) => ({
    u:
      side *
      CHIN_RESHAPE.by *
      (side === 1 ? left : right) *
      smoothstep(...CHIN_RESHAPE.rises, t) *
      (1 - smoothstep(...CHIN_RESHAPE.ends, t)),
    v: 0,
  })),
]

/** The chin shorter or longer. */
export const chinLength: FeatureWarp = ({ left }, face) => [
  outlineWarp(face, CHIN_LENGTH.falloff, ({ t }) => ({
    u: 0,
    v: CHIN_LENGTH.by * left * smoothstep(...CHIN_LENGTH.rises, t),
  })),
]
