import { distance, type Point } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import type { Product } from '../../../product/product.ts'
import { type LabColour, linearToLab } from '../../../raster/colour/lab.ts'
import type { Sides } from '../garment.ts'
import { NECK_TAPE } from '../tuning.ts'

/**
 * Whether an edge at the neck is the lower one of a tape that is sewn along the nape: the same cloth lies above and
 * below a thin band of another colour. Above a front's edge the inside of the back goes on to the collar.
 * @param edge from left to right
 */
export function isNeckTape(product: Product, neck: Sides<Point>, edge: readonly Point[]): boolean {
  const width = distance(...neck)
  let tapes = 0
  for (let n = 0; n < NECK_TAPE.columns; n++) {
    const share = NECK_TAPE.from + ((1 - 2 * NECK_TAPE.from) * n) / (NECK_TAPE.columns - 1)
    const x = neck[0].x + share * (neck[1].x - neck[0].x)
    const y = heightAt(edge, x)
    if (y === undefined) continue
    const below = colourAt(product, x, y + NECK_TAPE.off * width)
    if (!below) continue
    const isAlike = (up: number): boolean => {
      const colour = colourAt(product, x, y - up * width)
      return colour !== undefined && apart(colour, below) < NECK_TAPE.alike
    }
    if (isAlike(NECK_TAPE.off)) continue
    for (let up = NECK_TAPE.off; up < NECK_TAPE.thick; up += NECK_TAPE.step) {
      if (!isAlike(up)) continue
      tapes++
      break
    }
  }
  return tapes >= NECK_TAPE.most * NECK_TAPE.columns
}

function colourAt({ width, height, data }: Product, x: number, y: number): LabColour | undefined {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined
  const at = 4 * (row * width + column)
  const alpha = data[at + 3]!
  if (alpha < NECK_TAPE.cloth) return undefined
  return linearToLab(data[at]! / alpha, data[at + 1]! / alpha, data[at + 2]! / alpha)
}

function apart(one: LabColour, other: LabColour): number {
  return Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)
}
