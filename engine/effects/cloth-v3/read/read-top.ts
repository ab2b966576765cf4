import { distance, type Point } from '../../../geometry/point.ts'
import { beside } from '../../../geometry/polyline.ts'
import { pairOf, type Sides, type TopShape } from '../garment.ts'
import { EVEN_ARMPITS, TOP_FIT, TOP_LIMITS } from '../tuning.ts'
import { fitTopShape } from './fit-top-shape.ts'
import { readTopShape, spanOf } from './top-shape.ts'

type Shape = Omit<TopShape, 'neckline'>

/**
 * Reads the parts of a top: by the places farthest from chords, which are exact, where the best of the outlines that
 * are fitted agrees with them, and else by that one.
 * @returns undefined where the outline is not that of a top; `isSure` where a lower garment could not be fitted so well
 */
export function readTop(
  outline: readonly Point[],
  middle: number,
): { shape: Shape; isSure: boolean } | undefined {
  const fit = fitTopShape(outline, middle)
  const ruled = readTopShape(outline, middle)
  const isGood = fit !== undefined && fit.cost < TOP_FIT.most && isWearable(fit.shape)
  if (!isGood) return undefined
  const isSure = fit.cost < TOP_FIT.sure
  const most = TOP_FIT.alike * Math.min(spanOf(outline), 2 * distance(...fit.shape.armpits))
  const shape = ruled && areAlike(ruled, fit.shape, most) ? ruled : fit.shape
  return { shape: withEvenArmpits(shape, middle), isSure }
}

/**
 * A top with its armpits at one height: where the gap between a sleeve and the side is cut out in part, as beside white
 * stripes on a pale ground, the armpit seems to lie lower than the other one.
 */
function withEvenArmpits(shape: Shape, middle: number): Shape {
  const { armpits, tips, sides, sleeves } = shape
  const [low, high] = armpits[0].y > armpits[1].y ? [0, 1] : [1, 0]
  const isUneven = armpits[low]!.y - armpits[high]!.y > EVEN_ARMPITS.most * distance(...armpits)
  const deep = armpits[high]!.y - (tips[0].y + tips[1].y) / 2
  if (!sleeves || !isUneven || deep < EVEN_ARMPITS.least * distance(...tips)) return shape
  const found = { x: 2 * middle - armpits[high]!.x, y: armpits[high]!.y }
  const pair = <Value>(values: Sides<Value>, own: (value: Value) => Value): Sides<Value> =>
    pairOf((n) => (n === low ? own(values[n]) : values[n]))
  return {
    ...shape,
    armpits: pair(armpits, () => found),
    sides: pair(sides, (side) => [found, ...side]),
    sleeves: pair(sleeves, ({ inner, outer }) => ({ inner: [found, ...inner], outer })),
  }
}

/** Whether both ways to read a top find the same corners. */
function areAlike(one: Shape, other: Shape, most: number): boolean {
  if (Boolean(one.sleeves) !== Boolean(other.sleeves)) return false
  return cornersOf(one).every((corner, n) => distance(corner, cornersOf(other)[n]!) < most)
}

function cornersOf({ neck, tips, armpits, hem, sleeves }: Shape): Point[] {
  const cuffs = sleeves?.flatMap(({ inner, outer }) => [inner.at(-1)!, outer.at(-1)!]) ?? []
  return [...neck, ...tips, ...armpits, hem[0]!, hem.at(-1)!, ...cuffs]
}

/** Whether shoulders can bear it, and its hem is one. */
function isWearable({ neck, tips, armpits, hem }: Shape): boolean {
  const width = distance(...armpits)
  const [first, last] = [hem[0]!, hem.at(-1)!]
  // The hem runs from left to right: above it is at the left of the way.
  const notch = Math.max(...hem.map((point) => -beside(first, last, point)))
  const across: Sides<number> = pairOf((n) => Math.abs(tips[n].x - (neck[0].x + neck[1].x) / 2))
  return (
    notch < TOP_LIMITS.notch * distance(first, last) &&
    across[0] + across[1] > TOP_LIMITS.tips * width &&
    distance(...neck) < TOP_LIMITS.neck * width
  )
}
