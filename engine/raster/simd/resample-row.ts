import { catmullRomWeights } from '../../geometry/catmull-rom.ts'
import { allocTable, instantiateKernel } from '../arena.ts'
import type { Kernel } from './assemble.ts'

/** Subpixel positions between two pixels for which the table has weights. */
const PHASES = 256

/** Fraction bits of the 16-bit fixed-point weights, so that one instruction multiplies and adds pairs of values. */
const WEIGHT_BITS = 14
const ONE = 1 << WEIGHT_BITS

/** Fraction bits of the column sums. They are few enough for a sum to fit into 16 bits. */
const FRACTION_BITS = 6

/** One half, for rounding, plus the mean loss from truncating the column sums. */
const HALF = (1 << (WEIGHT_BITS + FRACTION_BITS - 1)) + (1 << (WEIGHT_BITS - 1))

/** Code that writes `$count` pixels to `$to`, the first sampled at ($x, $y). `table` is the address of the weights. */
const rowCode = (table: number): string => `
i32.const ${HALF}  i32x4.splat  local.set $half
loop
  ;; the vertical weights of four rows: the first two, then the last two, repeated for each channel
  local.get $y  i32.const 65535  i32.and  i32.const 128  i32.add
  i32.const 8  i32.shr_s  i32.const 3  i32.shl  local.tee $at
  v128.load32_splat ${table}  local.set $first
  local.get $at  v128.load32_splat ${table + 4}  local.set $second

  ;; the offset of the horizontal weights in the table
  local.get $x  i32.const 65535  i32.and  i32.const 128  i32.add
  i32.const 8  i32.shr_s  i32.const 3  i32.shl  local.set $across

  ;; the address of the top left of the 4 x 4 pixels
  local.get $y  i32.const 16  i32.shr_s  i32.const 1  i32.sub  local.get $stride  i32.mul
  local.get $x  i32.const 16  i32.shr_s  i32.const 1  i32.sub  i32.const 2  i32.shl  i32.add
  local.get $from  i32.add  local.set $at

  ${pairsOfRows('$upperLeft', '$upperRight')}
  local.get $at  local.get $stride  i32.add  local.set $at
  ${pairsOfRows('$lowerLeft', '$lowerRight')}

  ;; the column sums: the first and third column in one vector, the second and fourth in another
  ${column('Left', 'low')}  ${column('Right', 'low')}  i16x8.narrow_i32x4_s  local.set $pixels
  ${column('Left', 'high')}  ${column('Right', 'high')}  i16x8.narrow_i32x4_s  local.set $below

  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(0, 2)}
  local.get $across  v128.load32_splat ${table}  i32x4.dot_i16x8_s
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(8, 2)}
  local.get $across  v128.load32_splat ${table + 4}  i32x4.dot_i16x8_s
  i32x4.add  local.get $half  i32x4.add  i32.const ${WEIGHT_BITS + FRACTION_BITS}  i32x4.shr_s  local.tee $pixels
  local.get $pixels  i16x8.narrow_i32x4_s  local.tee $pixels
  local.get $pixels  i8x16.narrow_i16x8_u  local.set $pixels
  local.get $to  local.get $pixels  v128.store32_lane 0 0

  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $x  local.get $stepX  i32.add  local.set $x
  local.get $y  local.get $stepY  i32.add  local.set $y
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

const blockCode = (row: string): string => `
loop
  local.get $row  local.set $to
  local.get $columns  local.set $count
  local.get $left  local.set $x
  local.get $top  local.set $y
  ${row}
  local.get $row  local.get $rowStride  i32.add  local.set $row
  local.get $left  local.get $downX  i32.add  local.set $left
  local.get $top  local.get $downY  i32.add  local.set $top
  local.get $stepX  local.get $bendX  i32.add  local.set $stepX
  local.get $stepY  local.get $bendY  i32.add  local.set $stepY
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`

/** The lanes of a shuffle that interleaves 8 bytes of two vectors from byte `from` on, in units of `unit` bytes. */
function inTurn(from: number, unit = 1): string {
  const units = Array.from({ length: 8 / unit }, (_, nth) => from + nth * unit)
  const bytes = (at: number) => Array.from({ length: unit }, (_, byte) => at + byte)
  return units.flatMap((at) => [...bytes(at), ...bytes(at + 16)]).join(' ')
}

/**
 * Code that loads four pixels of two rows and interleaves their bytes: the left two pixels, then the right two.
 * Processors have one instruction for each of these two shuffles; an arbitrary shuffle takes ten.
 */
function pairsOfRows(left: string, right: string): string {
  return `
  local.get $at  v128.load 0  local.set $pixels
  local.get $at  local.get $stride  i32.add  local.tee $at
  v128.load 0  local.set $below
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(0)}  local.set ${left}
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(8)}  local.set ${right}`
}

/** Code that gives the weighted sum of the four pixels of one column, for each channel. */
function column(side: 'Left' | 'Right', half: 'low' | 'high'): string {
  return `
  local.get $upper${side}  i16x8.extend_${half}_i8x16_u  local.get $first  i32x4.dot_i16x8_s
  local.get $lower${side}  i16x8.extend_${half}_i8x16_u  local.get $second  i32x4.dot_i16x8_s
  i32x4.add  i32.const ${WEIGHT_BITS - FRACTION_BITS}  i32x4.shr_s`
}

/**
 * Resamples `count` RGBA pixels with Catmull-Rom interpolation and writes them to address `to`.
 *
 * The n-th pixel is sampled at (x + n stepX, y + n stepY) of the picture at address `from`, whose rows are `stride`
 * bytes apart. Positions are in 16.16 fixed point ({@link FIXED_ONE}) and accurate to 1/512 pixel. All 4 × 4 pixels
 * around each position must be in memory. Values are rounded and clamped to 0–255 as `Uint8ClampedArray` does.
 */
export type ResampleRow = (
  to: number,
  from: number,
  stride: number,
  count: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
) => void

/**
 * {@link ResampleRow} for a block of `columns` × `rows` pixels. It is written to address `row`, with rows `rowStride`
 * bytes apart.
 *
 * The first row is sampled from (left, top) in steps of (stepX, stepY). Each further row starts at (downX, downY) from
 * the start of the row above. Its step is that of the row above plus (bendX, bendY).
 */
export type ResampleBlock = (
  row: number,
  rowStride: number,
  from: number,
  stride: number,
  columns: number,
  rows: number,
  left: number,
  top: number,
  stepX: number,
  stepY: number,
  downX: number,
  downY: number,
  bendX: number,
  bendY: number,
) => void

const ROW_LOCALS = {
  i32: 'at across',
  v128: 'first second pixels below upperLeft upperRight lowerLeft lowerRight half',
} as const

type ResamplingKernels = { resampleRow: ResampleRow; resampleBlock: ResampleBlock }

let kernels: ResamplingKernels | undefined

/**
 * The kernels of {@link ResampleRow} and {@link ResampleBlock}. They share a table of weights in the arena's memory.
 */
export function resamplingKernels(): ResamplingKernels {
  kernels ??= createKernels(rowCode(allocTable(weightTable())))
  return kernels
}

function createKernels(row: string): ResamplingKernels {
  const rowKernel: Kernel<ResampleRow> = {
    parameters: [
      'to: i32',
      'from: i32',
      'stride: i32',
      'count: i32',
      'x: i32',
      'y: i32',
      'stepX: i32',
      'stepY: i32',
    ],
    locals: ROW_LOCALS,
    body: row,
  }
  const blockKernel: Kernel<ResampleBlock> = {
    parameters: [
      'row: i32',
      'rowStride: i32',
      'from: i32',
      'stride: i32',
      'columns: i32',
      'rows: i32',
      'left: i32',
      'top: i32',
      'stepX: i32',
      'stepY: i32',
      'downX: i32',
      'downY: i32',
      'bendX: i32',
      'bendY: i32',
    ],
    locals: { ...ROW_LOCALS, i32: `${ROW_LOCALS.i32} to count x y` },
    body: blockCode(row),
  }
  return {
    resampleRow: instantiateKernel(rowKernel),
    resampleBlock: instantiateKernel(blockKernel),
  }
}

/** For each phase, the weights of four pixels, which sum to {@link ONE}. */
function weightTable(): Int16Array {
  const table = new Int16Array((PHASES + 1) * 4)
  const exact = new Float64Array(4)
  for (let phase = 0; phase <= PHASES; phase++) {
    catmullRomWeights(phase / PHASES, exact)
    const weights = Array.from(exact, (weight) => Math.round(weight * ONE))
    // The nearest pixel takes the rounding error of the sum, so that an area of one colour keeps it exactly.
    const nearest = phase < PHASES / 2 ? 1 : 2
    weights[nearest]! += ONE - weights.reduce((sum, weight) => sum + weight)
    table.set(weights, phase * 4)
  }
  return table
}
