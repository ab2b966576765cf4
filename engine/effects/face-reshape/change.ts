import type { Sided } from './features.ts'
import type { FaceMap } from './warp/face-map.ts'
import type { Move } from './warp/move.ts'

/**
 * One key family: the moves that carry an amount out on a face. Negative is smaller, narrower, shorter or lower,
 * positive the opposite.
 */
export type Change = (amount: Sided, map: FaceMap) => Move[]
