import type { Size } from '../geometry/size.ts'
import { blur, blurAllWithin } from '../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../raster/filter/half-size.ts'
import { formula } from '../raster/formula.ts'
import { centralDifferences } from './central-differences.ts'
import { type DenseDisplacement, sampleDisplaced } from './sample-displaced.ts'
import {
  MOTION_COARSEST,
  MOTION_CONFIDENCE,
  MOTION_DAMPING,
  MOTION_GAIN,
  MOTION_LIGHT,
  MOTION_MAX_STEP,
  MOTION_OUTLIER,
  MOTION_SPREAD,
  MOTION_STEPS,
  MOTION_TEXTURE,
  MOTION_WINDOW,
} from './tuning.ts'

/**
 * Estimates how the content of a plane moved: iterative least squares over windows, from coarse to fine (Lucas and
 * Kanade 1981; Bouguet 2000), on planes without their local mean, so that a change of light is no motion. Differences
 * too large to be motion weigh less (Black and Anandan 1996). Between steps, displacements spread from texture to
 * where there is none by normalised convolution (Knutsson and Westin 1993), and what the original explains as well
 * without a displacement gets none.
 * @param original, changed lightness 0–1
 * @param noise the mean squared difference, at each pixel, that an unchanged plane would have
 */
export function estimateDisplacement(
  original: Float32Array,
  changed: Float32Array,
  noise: Float32Array,
  size: Size,
): DenseDisplacement {
  const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) }
  const coarsest = Math.min(half.width, half.height) < MOTION_COARSEST
  const start = (): DenseDisplacement => {
    const [before, after, quieter] = [original, changed, noise].map((plane) =>
      halveSize(plane, size, half),
    )
    const { dx, dy } = estimateDisplacement(before!, after!, quieter!, half)
    const doubled = [dx, dy].map((plane) => doubleSize(plane, half, size).map((d) => 2 * d))
    return { dx: doubled[0]!, dy: doubled[1]! }
  }
  const still = original.length
  const field = coarsest ? { dx: new Float32Array(still), dy: new Float32Array(still) } : start()
  return refine(withoutLight(original, size), withoutLight(changed, size), noise, size, field)
}

function withoutLight(plane: Float32Array, size: Size): Float32Array {
  const detail = plane.slice()
  subtract({ detail, light: blur(plane, size, MOTION_LIGHT) })
  return detail
}

const subtract = formula({ planes: ['detail', 'light'] }, 'detail = detail - light')

/** Improves a field at one level. */
function refine(
  original: Float32Array,
  changed: Float32Array,
  noise: Float32Array,
  size: Size,
  { dx, dy }: DenseDisplacement,
): DenseDisplacement {
  let field = { dx, dy }
  const moved = new Float32Array(original.length)
  for (let step = 0; step < MOTION_STEPS; step++) {
    sampleDisplaced(original, size, field, moved)
    const { gx, gy } = centralDifferences(moved, changed, size)
    const [xx, xy, yy, xt, yt] = Array.from({ length: 5 }, () => new Float32Array(moved.length))
    products(
      { moved, changed, gx, gy, xx: xx!, xy: xy!, yy: yy!, xt: xt!, yt: yt! },
      { outlier: MOTION_OUTLIER },
    )
    const [sxx, sxy, syy, sxt, syt] = [xx!, xy!, yy!, xt!, yt!].map((plane) =>
      blur(plane, size, MOTION_WINDOW),
    )
    const confidence = new Float32Array(moved.length)
    solve(
      {
        sxx: sxx!,
        sxy: sxy!,
        syy: syy!,
        sxt: sxt!,
        syt: syt!,
        dx: field.dx,
        dy: field.dy,
        confidence,
      },
      { most: MOTION_MAX_STEP, texture: MOTION_TEXTURE },
    )
    const [sx, sy] = blurAllWithin([field.dx, field.dy], confidence, size, MOTION_SPREAD)
    field = { dx: sx!, dy: sy! }
  }
  sampleDisplaced(original, size, field, moved)
  return keepWhatHelps(original, changed, moved, noise, size, field)
}

const products = formula(
  {
    planes: ['moved', 'changed', 'gx', 'gy', 'xx', 'xy', 'yy', 'xt', 'yt'],
    scalars: ['outlier'],
  },
  `t = changed - moved
  weight = 1 / (1 + square(t / outlier))
  xx = weight * gx * gx
  xy = weight * gx * gy
  yy = weight * gy * gy
  xt = weight * gx * t
  yt = weight * gy * t`,
)

/** One step of least squares. The confidence is the smaller eigenvalue of the window's structure tensor. */
const solve = formula(
  {
    planes: ['sxx', 'sxy', 'syy', 'sxt', 'syt', 'dx', 'dy', 'confidence'],
    scalars: ['most', 'texture'],
  },
  `a = sxx + ${MOTION_DAMPING} * texture
  b = syy + ${MOTION_DAMPING} * texture
  determinant = a * b - sxy * sxy
  stepX = (b * sxt - sxy * syt) / determinant
  stepY = (a * syt - sxy * sxt) / determinant
  length = max(1, hypot(stepX, stepY) / most)
  dx = dx + stepX / length
  dy = dy + stepY / length
  smaller = max(0, determinant / (a + b))
  confidence = ${MOTION_CONFIDENCE} + smaller / (smaller + texture)`,
)

/** Takes a displacement back where the original explains the changed plane as well without one. */
function keepWhatHelps(
  original: Float32Array,
  changed: Float32Array,
  moved: Float32Array,
  noise: Float32Array,
  size: Size,
  { dx, dy }: DenseDisplacement,
): DenseDisplacement {
  const still = original.slice()
  squaredDifference({ plane: still, changed })
  squaredDifference({ plane: moved, changed })
  const without = blur(still, size, MOTION_WINDOW)
  const withIt = blur(moved, size, MOTION_WINDOW)
  keep({ without, withIt, noise, dx, dy })
  return { dx, dy }
}

const squaredDifference = formula(
  { planes: ['plane', 'changed'] },
  'plane = square(changed - plane)',
)

/** Where neither leaves more than noise nothing is known, and the neighbours' displacement stays. */
const keep = formula(
  { planes: ['without', 'withIt', 'noise', 'dx', 'dy'] },
  `gain = (without - withIt) / (without + noise)
  known = smoothstep(1, 3, without / noise)
  share = 1 - known * (1 - smoothstep(0, ${MOTION_GAIN}, gain))
  dx = dx * share
  dy = dy * share`,
)
