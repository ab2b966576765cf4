import { medianOrZero } from '../../../geometry/quantile.ts'
import type { Product } from '../../../product/product.ts'
import { type LabColour, linearToLab } from '../../../raster/colour/lab.ts'
import type { TopShape } from '../garment.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { PLAIN_BELOW, PLAIN_BELOW_CLOTH } from '../tuning.ts'

/**
 * The row of a top's product from which down to the hem its cloth has one colour, so that it can be drawn out there
 * without a print that tells; undefined where that is too short a stretch.
 */
export function findPlainBelow(
  product: Product,
  { armpits, sides, hem }: Pick<TopShape, 'armpits' | 'sides' | 'hem'>,
): number | undefined {
  const end = hem[hem.length >> 1]!.y
  const start = (armpits[0].y + armpits[1].y) / 2
  const step = Math.max(1, (end - start) / PLAIN_BELOW.rows)
  const rowAt = (y: number): LabColour[] => {
    const [left, right] = sides.map(
      (side) => (side.find((place) => place.y >= y) ?? side.at(-1)!).x,
    ) as [number, number]
    return Array.from({ length: PLAIN_BELOW.columns }, (_, n) => {
      const share =
        PLAIN_BELOW.inset + ((1 - 2 * PLAIN_BELOW.inset) * n) / (PLAIN_BELOW.columns - 1)
      return colourAt(product, left + share * (right - left), y)
    }).filter((colour) => colour !== undefined)
  }
  const first = end - PLAIN_BELOW.hem * (end - start)
  const near = [0, 1, 2, 3].flatMap((n) => rowAt(first - n * step))
  if (near.length < 2 * PLAIN_BELOW.columns) return undefined
  const usual = {
    l: medianOrZero(near.map(({ l }) => l)),
    a: medianOrZero(near.map(({ a }) => a)),
    b: medianOrZero(near.map(({ b }) => b)),
  }
  const isPlain = (y: number): boolean => {
    const row = rowAt(y)
    const alike = row.filter((own) => clothColourDistance(own, usual) < PLAIN_BELOW.alike)
    return row.length > 0 && alike.length >= PLAIN_BELOW.share * row.length
  }
  let y = first
  while (y > start && isPlain(y)) y -= step
  const from = y + step
  return end - from >= PLAIN_BELOW.least * (end - start) ? from : undefined
}

/** The colour of a product's pixel; undefined where it shows none. */
function colourAt({ data, width, height }: Product, x: number, y: number): LabColour | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined
  const at = 4 * (row * width + column)
  const alpha = data[at + 3]!
  if (alpha < PLAIN_BELOW_CLOTH) return undefined
  return linearToLab(data[at]! / alpha, data[at + 1]! / alpha, data[at + 2]! / alpha)
}
