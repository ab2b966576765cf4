import { toArena, withArena } from '../../raster/arena.ts'
import { convolvePlane } from '../../raster/convolution.ts'
import { formula } from '../../raster/formula.ts'
import type { Size } from '../../raster/picture.ts'
import type { SmallFrame } from '../shrink-frame.ts'

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
  alpha: Float32Array,
): { background: Side; people: Side } {
  const { width, height, y, u, v } = small
  const half = { width: width / 2, height: height / 2 }
  return withArena(() => {
    const plane = (): Float32Array => new Float32Array(half.width * half.height)
    const side = (): Side => ({ y: plane(), u: plane(), v: plane(), known: plane() })
    const [background, people] = [side(), side()]
    for (let row = 0, to = 0; row < height; row += 2) {
      for (let column = 0; column < width; column += 2, to++) {
        const first = row * width + column
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
    return { background: spread(background, half), people: spread(people, half) }
  })
}

function put(side: Side, at: number, known: number, y: number, u: number, v: number): void {
  side.known[at] = known
  side.y[at] = y
  side.u[at] = u
  side.v[at] = v
}

/** Turns sums into means of what is around, which are kept when the arena is not. */
function spread({ known, y, u, v }: Side, size: Size): Side {
  const around = convolvePlane(toArena(known), size, BOX)
  const meanOf = (plane: Float32Array): Float32Array => {
    const sum = convolvePlane(toArena(plane), size, BOX)
    divide({ sum, known: around })
    plane.set(sum)
    return plane
  }
  return { y: meanOf(y), u: meanOf(u), v: meanOf(v), known: Float32Array.from(around) }
}
