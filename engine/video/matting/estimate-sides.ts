import type { Box } from '../../geometry/box.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { combineAround } from '../../raster/filter/combine-around.ts'
import { formula } from '../../raster/formula.ts'
import type { SmallFrame } from '../shrink-frame.ts'
import { SIDES_PURE, SIDES_RADIUS } from '../tuning.ts'
import type { FineMatte } from './refine-matte.ts'

/**
 * What the background, or the people, look like near each square of 2 × 2 cells, in levels of 255; `known` is 0 where
 * none is near.
 */
export type Side = { y: Float32Array; u: Float32Array; v: Float32Array; known: Float32Array }

const divide = formula(
  { planes: ['sum', 'known'] },
  `
  where known > 0
  sum = sum / known
`,
)

/** What is known of both sides in a box of squares. */
export type Sides = { background: Side; people: Side; box: Box }

/**
 * The colours on both sides of every edge: means of the pure cells around it. The matte's box has fours of cells. What
 * is given is in the open arena.
 */
export function estimateSides(
  small: SmallFrame,
  { alpha, box }: Pick<FineMatte, 'alpha' | 'box'>,
): Sides {
  const { width, y, u, v } = small
  const columns = 4 * Math.ceil(box.width / 8)
  const part = {
    left: box.left / 2,
    top: box.top / 2,
    width: columns,
    height: box.height / 2,
  }
  const plane = (): Float32Array => allocZeroPlane(part.width * part.height)
  const sums = (): Side => ({ y: plane(), u: plane(), v: plane(), known: plane() })
  const [background, people] = [sums(), sums()]
  for (let row = 0; row < box.height; row += 2) {
    for (let column = 0, to = (row / 2) * columns; column < box.width; column += 2, to++) {
      const first = (box.top + row) * width + box.left + column
      let [known, sumY, sumU, sumV] = [0, 0, 0, 0]
      let [others, otherY, otherU, otherV] = [0, 0, 0, 0]
      for (let nth = 0; nth < 4; nth++) {
        const at = first + (nth >> 1) * width + (nth & 1)
        const share = alpha[at]!
        if (share < SIDES_PURE) {
          known++
          sumY += y[at]!
          sumU += u[at]!
          sumV += v[at]!
        } else if (share > 1 - SIDES_PURE) {
          others++
          otherY += y[at]!
          otherU += u[at]!
          otherV += v[at]!
        }
      }
      if (known > 0) put(background, to, known, sumY, sumU, sumV)
      if (others > 0) put(people, to, others, otherY, otherU, otherV)
    }
  }
  const spread = (sums: Side): Side => {
    const known = combineAround(sums.known, part, 'mean', SIDES_RADIUS)
    const level = (of: Float32Array): Float32Array => {
      const sum = combineAround(of, part, 'mean', SIDES_RADIUS)
      divide({ sum, known })
      return sum
    }
    return { y: level(sums.y), u: level(sums.u), v: level(sums.v), known }
  }
  return { background: spread(background), people: spread(people), box: part }
}

function put(side: Side, at: number, known: number, y: number, u: number, v: number): void {
  side.known[at] = known
  side.y[at] = y
  side.u[at] = u
  side.v[at] = v
}
