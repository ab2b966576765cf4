import type { Box } from '../../geometry/box.ts'
import {
  addressOf,
  allocPlane,
  allocZeroPlane,
  instantiateKernel,
  toArena,
  toArenaBytes,
  withArena,
} from '../../raster/arena.ts'
import { combineAround } from '../../raster/filter/combine-around.ts'
import { formula } from '../../raster/formula.ts'
import { GUIDE_ROWS } from '../../raster/simd/guide-rows.ts'
import { MOST_ALONG } from '../../raster/simd/most-along.ts'
import { COPY_BYTES } from '../../raster/simd/move-bytes.ts'
import {
  REFINE_LEAST,
  REFINE_MARGIN,
  REFINE_NEAR,
  REFINE_RADIUS,
  REFINE_SMOOTHNESS,
} from '../tuning.ts'
import type { RoughMatte } from './matte-track.ts'

/**
 * A matte that follows the edges of its frame: near each cell it is slope · Y + offset, with Y in 0–255. Its planes are
 * in the open arena.
 */
export type FineMatte = {
  width: number
  height: number
  slope: Float32Array
  offset: Float32Array
  /** On the grid itself, 0–1. */
  alpha: Float32Array
  /** The cells around people, from fours on and fours in number, with both sides of every edge; 0 in the others. */
  box: Box
}

const fitLines = formula(
  { planes: ['guide', 'alpha', 'both', 'square', 'slope', 'offset'] },
  `
  slope = (both - guide * alpha) / (square - guide * guide + ${REFINE_SMOOTHNESS})
  offset = alpha - slope * guide
`,
)

const applyLines = formula(
  { planes: ['guide', 'most', 'slope', 'offset', 'alpha'] },
  `
  share = smoothstep(${REFINE_NEAR.none}, ${REFINE_NEAR.full}, most)
  slope = slope * share
  offset = offset * share
  alpha = slope * guide + offset
  slope = slope * ${1 / 255}
`,
)

/**
 * The guided filter with luma as its guide, on the grid of the network and applied at full size (He and Sun, "Fast
 * Guided Filter", 2015). The grid's sides are multiples of four.
 */
export function refineMatte(rough: Omit<RoughMatte, 'doubt'>): FineMatte {
  const { width, height } = rough.small
  const plane = (): Float32Array => allocZeroPlane(width * height)
  const box = withArena(() => boxOfPerson(rough.alpha, width, height))
  const matte = { width, height, slope: plane(), offset: plane(), alpha: plane(), box }
  if (box.width > 0) withArena(() => filter(rough, matte))
  return matte
}

/** Fills in what a matte has in its box. */
function filter({ small, alpha }: Omit<RoughMatte, 'doubt'>, matte: FineMatte): void {
  const { width, box } = matte
  const count = box.width * box.height
  const plane = (): Float32Array => allocPlane(count)
  const fours = box.width / 4
  const mean = (from: Float32Array): Float32Array => combineAround(from, box, 'mean', REFINE_RADIUS)
  const [guide, own, both, square] = [plane(), plane(), plane(), plane()]
  const first = box.top * width + box.left
  const luma = toArenaBytes(small.y).byteOffset + first
  const shares = addressOf(toArena(alpha)) + 4 * first
  const planes = [guide, own, both, square].map(addressOf) as [number, number, number, number]
  instantiateKernel(GUIDE_ROWS)(luma, shares, width, ...planes, fours, box.height)
  const [line, fitted] = [plane(), plane()]
  const means = { guide: mean(guide), alpha: mean(own), both: mean(both), square: mean(square) }
  fitLines({ ...means, slope: line, offset: fitted })
  const most = combineAround(own, box, 'most', REFINE_RADIUS)
  const [slope, offset] = [mean(line), mean(fitted)]
  applyLines({ guide, most, slope, offset, alpha: own })
  const copy = instantiateKernel(COPY_BYTES)
  for (let row = 0; row < box.height; row++) {
    const [to, from] = [4 * (first + row * width), 4 * row * box.width]
    copy(addressOf(matte.slope) + to, addressOf(slope) + from, 4 * box.width)
    copy(addressOf(matte.offset) + to, addressOf(offset) + from, 4 * box.width)
    copy(addressOf(matte.alpha) + to, addressOf(own) + from, 4 * box.width)
  }
}

/** The box around all cells that are more than background; of no size where there are none. */
function boxOfPerson(alpha: Float32Array, width: number, height: number): Box {
  const [ofRows, ofColumns] = [allocPlane(4 * height), allocZeroPlane(width)]
  const planes = [ofRows, ofColumns, toArena(alpha)].map(addressOf) as [number, number, number]
  instantiateKernel(MOST_ALONG)(...planes, width, height)
  const isPerson = (most: number): boolean => most >= REFINE_LEAST
  const [left, right] = [ofColumns.findIndex(isPerson), ofColumns.findLastIndex(isPerson)]
  if (left < 0) return { left: 0, top: 0, width: 0, height: 0 }
  const [top, bottom] = [ofRows.findIndex(isPerson) >> 2, ofRows.findLastIndex(isPerson) >> 2]
  const low = (at: number): number => Math.max(0, at - REFINE_MARGIN) & -4
  const high = (at: number, size: number): number => Math.min(size, (at + REFINE_MARGIN + 4) & -4)
  return {
    left: low(left),
    top: low(top),
    width: high(right, width) - low(left),
    height: high(bottom, height) - low(top),
  }
}
