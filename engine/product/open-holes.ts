import type { Size } from '../geometry/size.ts'
import { allocPlane, allocZeroPlane } from '../raster/arena.ts'
import { blurWithin } from '../raster/filter/blur.ts'
import { formula } from '../raster/formula.ts'
import { bitsAbove } from '../raster/mask/bit-mask.ts'
import { countAbove } from '../raster/mask/count-above.ts'
import { fillRuns } from '../raster/mask/fill-runs.ts'
import { findRegions, type Region } from '../raster/mask/find-regions.ts'
import { axesOfRuns } from '../raster/mask/pixel-axes.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'
import type { Levels } from './product.ts'
import {
  BROAD_HOLE,
  DARK_HOLE_RIM,
  HOLE_ALIKE,
  HOLE_BARRIER,
  HOLE_EVEN,
  HOLE_LEAST,
  HOLE_LIT,
  HOLE_LIT_SHARE,
  HOLE_NEAR,
  HOLE_RIM,
  HOLE_SHADE,
  HOLE_STEP,
  LARGE_HOLE,
  PIERCED_RIM,
  SURFACE_SHADE,
} from './tuning.ts'

/** By how many levels each pixel differs from the one before it in its row, and from the one above it. */
export type Jumps = { across: Float32Array; down: Float32Array }

type OpenHoles = {
  size: Size
  step: number
  isDark: boolean
  /** Whether the product may have small holes, and such that lie deep inside it. */
  isPierced: boolean
  /** Whether it may have a broad opening with hardly an edge. */
  isOpenwork: boolean
  /** Whether the ground is so even that what is a little darker all over is a surface, as of white enamel. */
  isEvenlyLit: boolean
}

/** Adds the holes of a product to the mask of its ground: such as the inside of a hoop. */
export function openHoles(
  mask: Float32Array,
  levels: Levels,
  shades: Float32Array,
  jumps: Jumps,
  { size, step, isDark, isPierced, isOpenwork, isEvenlyLit }: OpenHoles,
): void {
  const { width, height } = size
  const flat = flatParts(mask, shades, jumps, size, HOLE_STEP * step)
  const holes: Int32Array[] = []
  let shadesBeside: Float32Array | undefined
  const beside = (): Float32Array => {
    shadesBeside ??= blurWithin(shades, mask, size, HOLE_NEAR * Math.max(width, height))
    return shadesBeside
  }
  const barrier = Math.ceil(HOLE_BARRIER * Math.max(width, height))
  const outside = isPierced ? mask : boxMean(mask, width, height, barrier, allocPlane(mask.length))
  for (const region of findRegions(bitsAbove(flat, size, 0.5))) {
    const { count, runs } = region
    if (count < 4) continue
    const { minorSigma } = axesOfRuns(runs, count, width)
    const isLarge = 4 * minorSigma > LARGE_HOLE * Math.max(width, height)
    if (!isPierced && !(isLarge && countAbove(outside, 1e-6, runs) > 0)) continue
    // A hole may lie in the product's own shadow: a large one not the whole of it, a small one as the ground beside it.
    const lit = countAbove(shades, HOLE_LIT, runs) / count
    if (
      lit < (isLarge ? HOLE_LIT_SHARE.large : HOLE_LIT_SHARE.small) &&
      !isShadedAlike(region, shades, beside())
    )
      continue
    const rim = rimDepth(runs, flat, levels, width, isDark ? -1 : 1)
    if (isDark && isPierced && rim >= DARK_HOLE_RIM) {
      holes.push(runs)
      continue
    }
    if (minorSigma < HOLE_LEAST && count < 40) continue
    const isBroad = count > BROAD_HOLE * mask.length && lit > HOLE_LIT_SHARE.broad
    const broad = isOpenwork ? PIERCED_RIM : HOLE_RIM.large
    if (rim < (isBroad ? broad : isLarge ? HOLE_RIM.large : HOLE_RIM.small)) continue
    if (isEvenlyLit && count > BROAD_HOLE * mask.length && isSurface(region, shades)) continue
    holes.push(runs)
  }
  for (const runs of holes) fillRuns(mask, runs, 1)
}

/** 1 where a pixel that is no ground has a shade of it and differs little from its four neighbours, 0 elsewhere. */
function flatParts(
  mask: Float32Array,
  shades: Float32Array,
  { across, down }: Jumps,
  { width, height }: Size,
  most: number,
): Float32Array {
  const flat = allocZeroPlane(mask.length)
  if (width < 3 || height < 3) return flat
  const inner = (plane: Float32Array, by = 0) =>
    plane.subarray(width + by, mask.length - width + by)
  markFlat(
    {
      mask: inner(mask),
      shades: inner(shades),
      left: inner(across),
      right: inner(across, 1),
      above: inner(down),
      below: inner(down, width),
      flat: inner(flat),
    },
    { most },
  )
  for (let at = width; at < mask.length; at += width) flat[at - 1] = flat[at] = 0
  return flat
}

const markFlat = formula(
  { planes: ['mask', 'shades', 'left', 'right', 'above', 'below', 'flat'], scalars: ['most'] },
  `
  where mask < 0.5
  where shades >= ${HOLE_SHADE}
  where max(max(left, right), max(above, below)) <= most
  flat = 1
`,
)

/** Whether a broad part is nowhere as light as the ground, and so even that it lies in no shadow. */
function isSurface({ count, runs }: Region, shades: Float32Array): boolean {
  let [sum, square] = [0, 0]
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) {
      sum += shades[at]!
      square += shades[at]! ** 2
    }
  }
  const spread = Math.sqrt(Math.max(0, square / count - (sum / count) ** 2))
  return sum / count + SURFACE_SHADE.deviations * spread < SURFACE_SHADE.most
}

function isShadedAlike(
  { count, runs }: Region,
  shades: Float32Array,
  beside: Float32Array,
): boolean {
  let [sum, square, apart] = [0, 0, 0]
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) {
      sum += shades[at]!
      square += shades[at]! ** 2
      apart += shades[at]! - beside[at]!
    }
  }
  const spread = Math.sqrt(Math.max(0, square / count - (sum / count) ** 2))
  return spread < HOLE_EVEN && Math.abs(apart / count) < HOLE_ALIKE
}

/**
 * By how many levels the surroundings two pixels outside a component are darker than it, on average.
 * @param sign -1 for by how many they are brighter
 */
function rimDepth(
  runs: Int32Array,
  flat: Float32Array,
  { red, green, blue }: Levels,
  width: number,
  sign: 1 | -1,
): number {
  const level = (at: number): number => (sign * (red[at]! + green[at]! + blue[at]!)) / 3
  let [sum, count] = [0, 0]
  const look = (at: number, by: number): void => {
    if (flat[at + by] === 1) return
    let darkest = Number.POSITIVE_INFINITY
    for (let far = 1; far <= 3; far++) {
      const to = at + far * by
      if (to >= 0 && to < red.length) darkest = Math.min(darkest, level(to))
    }
    sum += level(at) - darkest
    count++
  }
  for (let run = 0; run < runs.length; run += 2) {
    // Within a run only its ends have something beside them.
    look(runs[run]!, -1)
    look(runs[run + 1]! - 1, 1)
    for (let at = runs[run]!; at < runs[run + 1]!; at++) {
      look(at, -width)
      look(at, width)
    }
  }
  return count === 0 ? 0 : sum / count
}
