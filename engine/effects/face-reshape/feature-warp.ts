import type { LocalWarp } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import type { SidedAmount } from './features.ts'

/**
 * One key family: the moves that carry an amount out on a face. Negative is smaller, narrower, shorter or lower,
 * positive the opposite.
 */
export type FeatureWarp = (amount: SidedAmount, map: NormalisedFace) => LocalWarp[]
