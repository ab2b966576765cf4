import { allocPlane, copyInto, copyPlane, withArena } from '../../raster/arena.ts'
import { convolvePlane } from '../../raster/convolution.ts'
import { formula } from '../../raster/formula.ts'
import type { RoughMatte } from './matte-track.ts'

/** A matte that follows the edges of its frame: near each cell it is slope · Y + offset, with Y in 0–255. */
export type FineMatte = {
  width: number
  height: number
  slope: Float32Array
  offset: Float32Array
  /** On the grid itself, 0–1. */
  alpha: Float32Array
}

/** Cells by which the network's edge can be off. */
const RADIUS = 2
/** Variance of luma, 0–1 squared, that still counts as one surface. */
const SMOOTHNESS = 2e-3

/** The mean of so many values to each side of one, edges repeated. */
const BOX = new Float32Array(RADIUS + 1).fill(1 / (2 * RADIUS + 1))

const multiply = formula(
  { planes: ['guide', 'alpha', 'both', 'square'] },
  `
  both = guide * alpha
  square = guide * guide
`,
)

const fitLines = formula(
  { planes: ['guide', 'alpha', 'both', 'square', 'slope', 'offset'] },
  `
  slope = (both - guide * alpha) / (square - guide * guide + ${SMOOTHNESS})
  offset = alpha - slope * guide
`,
)

const applyLines = formula(
  { planes: ['guide', 'slope', 'offset', 'alpha'] },
  `
  alpha = slope * guide + offset
  slope = slope * ${1 / 255}
`,
)

/**
 * The guided filter with luma as its guide, on the grid of the network and applied at full size (He and Sun, "Fast
 * Guided Filter", 2015). What it gives is overwritten by the next frame's.
 */
export function refineMattes(): (rough: RoughMatte) => FineMatte {
  let kept: Pick<FineMatte, 'slope' | 'offset' | 'alpha'> | undefined
  return ({ small, alpha }) => {
    const { width, height } = small
    const length = width * height
    if (kept?.alpha.length !== length) kept = { slope: plane(), offset: plane(), alpha: plane() }
    const out = kept
    function plane(): Float32Array {
      return new Float32Array(length)
    }
    withArena(() => {
      const mean = (values: Float32Array): Float32Array => convolvePlane(values, small, BOX)
      const guide = allocPlane(length)
      for (let at = 0; at < length; at++) guide[at] = small.y[at]! / 255
      const own = copyPlane(alpha)
      const [both, square] = [allocPlane(length), allocPlane(length)]
      multiply({ guide, alpha: own, both, square })
      const [slope, offset] = [allocPlane(length), allocPlane(length)]
      const means = { guide: mean(guide), alpha: mean(own), both: mean(both), square: mean(square) }
      fitLines({ ...means, slope, offset })
      const [meanSlope, meanOffset] = [mean(slope), mean(offset)]
      applyLines({ guide, slope: meanSlope, offset: meanOffset, alpha: own })
      copyInto(out.slope, meanSlope)
      copyInto(out.offset, meanOffset)
      copyInto(out.alpha, own)
    })
    return { width, height, ...out }
  }
}
