import { outlineWarp } from '../../face/warp/outline.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { FeatureWarp } from './features.ts'

/** Each side of the chin narrower, towards a point, or broader. */
export const chinReshape: FeatureWarp = ({ left, right }, face) => [
  outlineWarp(face, { from: 0.6, band: 0.3 }, ({ t, side }) => ({
    u:
      side *
      0.15 *
      (side === 1 ? left : right) *
      smoothstep(0.7, 0.86, t) *
      (1 - smoothstep(0.9, 1, t)),
    v: 0,
  })),
]

/** The chin shorter or longer. */
export const chinLength: FeatureWarp = ({ left }, face) => [
  outlineWarp(face, { from: 0.58, band: 0.5 }, ({ t }) => ({
    u: 0,
    v: 0.16 * left * smoothstep(0.68, 0.96, t),
  })),
]
