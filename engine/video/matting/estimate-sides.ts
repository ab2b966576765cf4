import { allocZeroPlane, withArena } from '../../raster/arena.ts'
import { convolvePlane } from '../../raster/convolution.ts'
import { pastePlane } from '../../raster/crop.ts'
import { formula } from '../../raster/formula.ts'
import type { Box } from '../../raster/picture.ts'
import type { SmallFrame } from '../shrink-frame.ts'
import type { FineMatte } from './refine-matte.ts'

/**
 * What the background, or the people, look like near each square of 2 × 2 cells, in levels of 255; `known` is 0 where
 * none is near.
 */
export type Side = { y: Float32Array; u: Float32Array; v: Float32Array; known: Float32Array }

/** Squares around an edge from which the colours of either side are taken. */
const RADIUS = 3
/** Alphas up to which a cell is all background. */
const PURE = 0.04

/** The mean of so many values to each side of one, edges repeated. */
const BOX = new Float32Array(RADIUS + 1).fill(1 / (2 * RADIUS + 1))

const divide = formula(
  { planes: ['sum', 'known'] },
  `
  where known > 0
  sum = sum / known
`,
)

/** The colours on both sides of every edge: means of the pure cells around it. The grid has even sides. */
export function estimateSides(
  small: SmallFrame,
  { alpha, box }: Pick<FineMatte, 'alpha' | 'box'>,
): { background: Side; people: Side } {
  const { width, height, y, u, v } = small
  const columns = width / 2
  const part = {
    ...{ left: box.left / 2, top: box.top / 2 },
    ...{ width: box.width / 2, height: box.height / 2 },
  }
  const whole = (): Float32Array => new Float32Array((columns * height) / 2)
  const side = (): Side => ({ y: whole(), u: whole(), v: whole(), known: whole() })
  const sides = { background: side(), people: side() }
  withArena(() => {
    const plane = (): Float32Array => allocZeroPlane(part.width * part.height)
    const sums = (): Side => ({ y: plane(), u: plane(), v: plane(), known: plane() })
    const [background, people] = [sums(), sums()]
    for (let row = 0, to = 0; row < box.height; row += 2) {
      for (let column = 0; column < box.width; column += 2, to++) {
        const first = (box.top + row) * width + box.left + column
        let [known, sumY, sumU, sumV] = [0, 0, 0, 0]
        let [others, otherY, otherU, otherV] = [0, 0, 0, 0]
        for (let nth = 0; nth < 4; nth++) {
          const at = first + (nth >> 1) * width + (nth & 1)
          const share = alpha[at]!
          if (share < PURE) {
            known++
            sumY += y[at]!
            sumU += u[at]!
            sumV += v[at]!
          } else if (share > 1 - PURE) {
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
    spread(background, part, sides.background, columns)
    spread(people, part, sides.people, columns)
  })
  return sides
}

function put(side: Side, at: number, known: number, y: number, u: number, v: number): void {
  side.known[at] = known
  side.y[at] = y
  side.u[at] = u
  side.v[at] = v
}

/** Turns sums into means of what is around, and puts them into planes of the whole grid. */
function spread(sums: Side, part: Box, out: Side, columns: number): void {
  if (part.width === 0) return
  const known = convolvePlane(sums.known, part, BOX)
  for (const channel of ['y', 'u', 'v'] as const) {
    const sum = convolvePlane(sums[channel], part, BOX)
    divide({ sum, known })
    pastePlane(out[channel], columns, part, sum)
  }
  pastePlane(out.known, columns, part, known)
}
