import { distance, type Point, pointBetween } from '../../../geometry/point.ts'
import { heightAt, resamplePolyline } from '../../../geometry/polyline.ts'
import { medianOrZero, quantileOrZero } from '../../../geometry/quantile.ts'
import type { Product } from '../../../product/product.ts'
import type { Sides } from '../garment.ts'
import { NECKLINE_FIT, NECKLINE_WHOLE } from '../tuning.ts'
import { clothAround } from './cloth-around.ts'

/**
 * The front's edge at the neck by fit: of bows from one end of the neck to the other, pointed, round and square, the
 * one along which the colours above and below differ most for most of its way; the highest of those that are about as
 * clear, as a rib has another edge below. Where inside and front are of one dye, which nothing tells apart, a bow of
 * usual depth will do.
 * @returns from left to right
 */
export function fitNeckline(product: Product, neck: Sides<Point>): Point[] {
  const bows = NECKLINE_FIT.powers.flatMap((power) =>
    NECKLINE_FIT.depths.map((depth) => {
      const line = bow(neck, depth, power)
      return { line, depth, clear: clearnessOf(product, line, neck) }
    }),
  )
  const most = Math.max(...bows.map(({ clear }) => clear))
  if (most < NECKLINE_FIT.least) return bow(neck, NECKLINE_FIT.usual, 2)
  const clear = bows.filter((one) => one.clear > NECKLINE_FIT.about * most)
  const highest = Math.min(...clear.map(({ depth }) => depth))
  // Of bows of about that depth the clearest tells its form.
  return clear
    .filter(({ depth }) => depth < highest + NECKLINE_FIT.same)
    .toSorted((a, b) => b.clear - a.clear)[0]!.line
}

/**
 * A neck's front edge that was found by its colours, without their teeth: the round bow that lies closest to it, where
 * one does; else the edge itself, as that of a collar or a point.
 */
export function smoothNeckline(neck: Sides<Point>, edge: readonly Point[]): Point[] {
  const width = neck[1].x - neck[0].x
  let [least, found]: [number, Point[]] = [Infinity, []]
  for (const power of NECKLINE_FIT.powers.filter((one) => one >= NECKLINE_FIT.round)) {
    for (const depth of NECKLINE_FIT.depths) {
      const line = bow(neck, depth, power)
      let [sum, count] = [0, 0]
      for (const { x, y } of line.slice(3, -3)) {
        const own = heightAt(edge, x)
        if (own === undefined) continue
        sum += ((own - y) / width) ** 2
        count++
      }
      const off = count < line.length / 2 ? Infinity : Math.sqrt(sum / count)
      if (off < least) [least, found] = [off, line]
    }
  }
  return least < NECKLINE_FIT.teeth ? found : [...edge]
}

/** A bow between two points that is so many of their distances deep. */
export function bow(neck: Sides<Point>, depth: number, power: number): Point[] {
  const width = neck[1].x - neck[0].x
  return Array.from({ length: NECKLINE_FIT.points }, (_, n) => {
    const share = n / (NECKLINE_FIT.points - 1)
    const { x, y } = pointBetween(neck[0], neck[1], share)
    return { x, y: y + depth * width * (1 - Math.abs(2 * share - 1) ** power) }
  })
}

/**
 * How much the colours on both sides of a bow differ along most of its way, in CIELAB. A print is an edge at the bottom
 * of a deep bow, and none at its steep sides.
 */
function clearnessOf(product: Product, bow: readonly Point[], neck: Sides<Point>): number {
  const line = resamplePolyline(bow, bow.length)
  const off = NECKLINE_FIT.off * (neck[1].x - neck[0].x)
  const apart: number[] = []
  for (let n = 3; n < line.length - 3; n++) {
    const [before, { x, y }, after] = [line[n - 1]!, line[n]!, line[n + 1]!]
    const length = distance(after, before)
    const normal = { x: -(after.y - before.y) / length, y: (after.x - before.x) / length }
    const above = clothAround(product, x - off * normal.x, y - off * normal.y, NECKLINE_WHOLE)
    const below = clothAround(product, x + off * normal.x, y + off * normal.y)
    if (!below) return 0
    apart.push(above ? Math.hypot(above.l - below.l, above.a - below.a, above.b - below.b) : 0)
  }
  const whole = 0.5 * medianOrZero(apart) + 0.5 * quantileOrZero(apart, NECKLINE_FIT.most)
  // The bottom of a bow that is too shallow or too broad lies within the inside of the back.
  const from = Math.round(NECKLINE_FIT.bottom.from * apart.length)
  const bottom = medianOrZero(apart.slice(from, apart.length - from))
  return Math.min(whole, NECKLINE_FIT.bottom.clear * bottom)
}
