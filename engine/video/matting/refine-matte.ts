import { allocPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { convolvePlane } from '../../raster/convolution.ts'
import { pastePlane } from '../../raster/crop.ts'
import { formula } from '../../raster/formula.ts'
import type { Box } from '../../raster/picture.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { RoughMatte } from './matte-track.ts'

/** A matte that follows the edges of its frame: near each cell it is slope · Y + offset, with Y in 0–255. */
export type FineMatte = {
  width: number
  height: number
  slope: Float32Array
  offset: Float32Array
  /** On the grid itself, 0–1. */
  alpha: Float32Array
  /** The cells around people, from even ones on and even in number, with both sides of every edge; 0 in the others. */
  box: Box
}

/** Shares from which on a cell may be at an edge, and the cells around it that are looked at. */
const LEAST = 0.02
const MARGIN = 12

/** Cells by which the network's edge can be off. */
const RADIUS = 2
/** Variance of luma, 0–1 squared, that still counts as one surface. */
const SMOOTHNESS = 2e-3

/** Lines that give more than this for any luma have found people. */
const FOUND = 0.02
/** Shares in the rough matte, at their most near a cell, from which on such lines count, and count whole. */
const NEAR = { none: 0.2, full: 0.6 } as const

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
    const box = boxAround(alpha, width, height)
    const count = box.width * box.height
    for (const plane of [out.slope, out.offset, out.alpha]) plane.fill(0)
    if (count === 0) return { width, height, ...out, box }
    withArena(() => {
      const mean = (values: Float32Array): Float32Array => convolvePlane(values, box, BOX)
      const [guide, own] = [allocPlane(count), allocPlane(count)]
      for (let row = 0, at = 0; row < box.height; row++) {
        const from = (box.top + row) * width + box.left
        for (let cell = from; cell < from + box.width; cell++, at++) {
          guide[at] = small.y[cell]! / 255
          own[at] = alpha[cell]!
        }
      }
      const [both, square] = [allocPlane(count), allocPlane(count)]
      multiply({ guide, alpha: own, both, square })
      const [slope, offset] = [allocPlane(count), allocPlane(count)]
      const means = { guide: mean(guide), alpha: mean(own), both: mean(both), square: mean(square) }
      fitLines({ ...means, slope, offset })
      const [meanSlope, meanOffset] = [mean(slope), mean(offset)]
      const rough = copyPlane(own)
      applyLines({ guide, slope: meanSlope, offset: meanOffset, alpha: own })
      keepNear(rough, box, { slope: meanSlope, offset: meanOffset, alpha: own })
      for (const [to, from] of [
        [out.slope, meanSlope],
        [out.offset, meanOffset],
        [out.alpha, own],
      ] as const) {
        pastePlane(to, width, box, from)
      }
    })
    return { width, height, ...out, box }
  }
}

/**
 * Takes away what the filter finds farther from people than the network's edge can be off: what is behind them and as
 * dark or as light as they are. Changes the lines and what they give.
 * @param rough the shares that the lines were fitted to
 */
function keepNear(
  rough: Float32Array,
  { width, height }: Box,
  { slope, offset, alpha }: Record<'slope' | 'offset' | 'alpha', Float32Array>,
): void {
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const atBlack = offset[at]!
      const isNothing = Math.max(atBlack, atBlack + 255 * slope[at]!) < FOUND
      if (isNothing || rough[at]! >= NEAR.full) continue
      let most = 0
      for (let row = Math.max(0, y - RADIUS); row <= Math.min(height - 1, y + RADIUS); row++) {
        const end = row * width + Math.min(width - 1, x + RADIUS)
        for (let near = row * width + Math.max(0, x - RADIUS); near <= end; near++) {
          if (rough[near]! > most) most = rough[near]!
        }
      }
      const share = smoothstep(NEAR.none, NEAR.full, most)
      if (share === 1) continue
      slope[at] = slope[at]! * share
      offset[at] = offset[at]! * share
      alpha[at] = alpha[at]! * share
    }
  }
}

/** The box around all cells that are more than background; of no size where there are none. */
function boxAround(alpha: Float32Array, width: number, height: number): Box {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      if (alpha[at]! < LEAST) continue
      if (column < left) left = column
      if (column >= right) right = column + 1
      if (top > row) top = row
      bottom = row + 1
    }
  }
  if (right === 0) return { left: 0, top: 0, width: 0, height: 0 }
  const low = (at: number): number => Math.max(0, at - MARGIN) & ~1
  const high = (at: number, size: number): number => Math.min(size, at + MARGIN + (at & 1))
  return {
    ...{ left: low(left), top: low(top) },
    width: high(right, width) - low(left),
    height: high(bottom, height) - low(top),
  }
}
