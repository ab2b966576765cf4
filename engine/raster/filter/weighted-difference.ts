import { allocPlane, instantiateKernel, toArena, withArena } from '../arena.ts'
import {
  SUM_WEIGHTED_DIFFERENCE,
  type SumWeightedDifference,
} from '../simd/sum-weighted-difference.ts'

/** Values that are summed in single precision at a time; longer sums would lose digits. */
const BLOCK_VALUES = 4096

/** How far one plane is from another. */
export type DifferenceStatistics = {
  /** The sum of the weights. */
  weight: number
  /** The weighted mean of the difference, and of its square. */
  mean: number
  meanSquare: number
}

let sum: SumWeightedDifference | undefined

/** The statistics of `one` − `other`, each pixel counted by its weight. All three planes have one size. */
export function weightedDifference(
  one: Float32Array,
  other: Float32Array,
  weights: Float32Array,
): DifferenceStatistics {
  sum ??= instantiateKernel<SumWeightedDifference>(SUM_WEIGHTED_DIFFERENCE)
  const run = sum
  let [weight, total, squares] = [1e-6, 0, 0]
  withArena(() => {
    const [a, b, within] = [toArena(one), toArena(other), toArena(weights)]
    const parts = allocPlane(12)
    const whole = one.length - (one.length % 4)
    const blocks = Math.ceil(whole / BLOCK_VALUES)
    for (let nth = 0; nth < blocks; nth++) {
      const from = nth * BLOCK_VALUES
      const at = 4 * from
      const fours = Math.min(BLOCK_VALUES, whole - from) / 4
      run(parts.byteOffset, a.byteOffset + at, b.byteOffset + at, within.byteOffset + at, fours)
      weight += parts[0]! + parts[1]! + parts[2]! + parts[3]!
      total += parts[4]! + parts[5]! + parts[6]! + parts[7]!
      squares += parts[8]! + parts[9]! + parts[10]! + parts[11]!
    }
    for (let i = whole; i < one.length; i++) {
      const [share, off] = [within[i]!, a[i]! - b[i]!]
      weight += share
      total += share * off
      squares += share * off * off
    }
  })
  return { weight, mean: total / weight, meanSquare: squares / weight }
}
