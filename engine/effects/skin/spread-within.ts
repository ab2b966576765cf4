import { inPlaneRoom, inRoom, kernelInRoom, takePlane } from '../../raster/plane-room.ts'
import { SUM_LINE, type SumLine } from '../../raster/simd/sum-line.ts'

/** Numbers that are summed up with a few digits at once; more would lose some. */
const AT_ONCE = 4096

/** How far a plane is from another one: how much was looked at, the mean difference and the mean of its square. */
export type Spread = { weight: number; mean: number; meanSquare: number }

let sum: SumLine | undefined

/** Of planes of one size, each place counting by its weight. */
export function spreadWithin(
  one: Float32Array,
  other: Float32Array,
  weights: Float32Array,
): Spread {
  sum ??= kernelInRoom<SumLine>(SUM_LINE)
  const run = sum
  let [weight, total, squares] = [1e-6, 0, 0]
  inPlaneRoom(() => {
    const [a, b, within] = [inRoom(one), inRoom(other), inRoom(weights)]
    const parts = takePlane(12)
    const whole = one.length - (one.length % 4)
    for (let from = 0; from < whole; from += AT_ONCE) {
      const fours = Math.min(AT_ONCE, whole - from) / 4
      const [at, to] = [4 * from, parts.byteOffset]
      run(to, a.byteOffset + at, b.byteOffset + at, within.byteOffset + at, fours)
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
