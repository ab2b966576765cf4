import { ease } from '../../face/warp/ease.ts'
import { outlineWarp } from '../../face/warp/outline.ts'
import type { FeatureWarp } from './feature-warp.ts'

/** Each side of the chin narrower, towards a point, or broader. */
export const chinReshape: FeatureWarp = ({ left, right }, map) => [
  outlineWarp(map, { from: 0.6, band: 0.3 }, ({ t, side }) => ({
    u: side * 0.15 * (side === 1 ? left : right) * ease(t, 0.7, 0.86) * (1 - ease(t, 0.9, 1)),
    v: 0,
  })),
]

/** The chin shorter or longer. */
export const chinLength: FeatureWarp = ({ left }, map) => [
  outlineWarp(map, { from: 0.58, band: 0.5 }, ({ t }) => ({
    u: 0,
    v: 0.16 * left * ease(t, 0.68, 0.96),
  })),
]
