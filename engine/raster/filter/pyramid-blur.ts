import type { Size } from '../../geometry/size.ts'
import { allocPlane, copyInto } from '../arena.ts'
import { formula } from '../formula.ts'
import { convolveView, createConvolution, gaussianWeights } from './convolution.ts'
import {
  allocView,
  doubleView,
  halveView,
  MIN_WEIGHT,
  type StridedView,
  viewOf,
} from './strided-view.ts'

/**
 * Pixels. A wider Gaussian is applied to a plane of half the size, whose result cannot be told from that of the
 * whole.
 */
const MAX_DIRECT_SIGMA = 2

/** Pixels. A plane with a shorter side is not halved. */
const MIN_HALVED_SIDE = 8

/** A Gaussian for planes of one size, by an image pyramid. It holds memory of the open arena. */
export type PyramidBlur = {
  /**
   * The smallest level of a plane's pyramid, blurred. Blurring is linear, so sums and quotients can be taken there.
   * @param weights multiply the values, after {@link MIN_WEIGHT} was added to them
   */
  blurDown(plane: Float32Array, weights?: Float32Array): StridedView
  /** Fills a plane of the arena with what {@link blurDown} gave, enlarged to the plane's size. */
  upsample(small: StridedView, plane: Float32Array): void
}

/** Prepares a blur; all planes must lie in the open arena. @param sigma pixels, at least 0.2 */
export function createPyramidBlur(size: Size, sigma: number): PyramidBlur {
  const { sizes, rest } = pyramidOf(size, sigma)
  const smallest = sizes.at(-1)!
  const filter = createConvolution(smallest.width, gaussianWeights(rest))
  return {
    blurDown: (plane, weights) => {
      if (sizes.length === 1) {
        const to = viewOf(allocPlane(plane.length), size)
        const from = weights ? weightedCopy(plane, weights) : plane
        convolveView(viewOf(from, size), to, filter)
        return to
      }
      let from = viewOf(plane, size)
      for (const smaller of sizes.slice(1)) {
        const to = allocView(smaller, 0)
        halveView(from, to, from.data === plane ? weights : undefined)
        from = to
      }
      const to = allocView(smallest, 4)
      convolveView(from, to, filter)
      return to
    },
    upsample: (small, plane) => {
      if (sizes.length === 1) copyInto(plane, small.data)
      let from = small
      for (let level = sizes.length - 2; level >= 0; level--) {
        const to = level > 0 ? allocView(sizes[level]!, 4) : viewOf(plane, size)
        doubleView(from, to)
        from = to
      }
    },
  }
}

/** The sizes of the pyramid's levels, and the sigma that is left for the smallest one, in its pixels. */
function pyramidOf(size: Size, sigma: number): { sizes: Size[]; rest: number } {
  const sizes = [size]
  let rest = sigma
  let smallest = size
  while (rest > MAX_DIRECT_SIGMA && Math.min(smallest.width, smallest.height) >= MIN_HALVED_SIDE) {
    smallest = { width: (smallest.width + 1) >> 1, height: (smallest.height + 1) >> 1 }
    sizes.push(smallest)
    // Halving and doubling blur too, with variances of about 1/4 and 1/2 of a larger pixel squared.
    rest = Math.sqrt(rest * rest - 3 / 4) / 2
  }
  return { sizes, rest }
}

function weightedCopy(values: Float32Array, weights: Float32Array): Float32Array {
  const products = allocPlane(values.length)
  multiplyByWeight({ products, values, weights }, { faint: MIN_WEIGHT })
  return products
}

const multiplyByWeight = formula(
  { planes: ['products', 'values', 'weights'], scalars: ['faint'] },
  'products = values * (weights + faint)',
)
