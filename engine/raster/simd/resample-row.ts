import { allocTable, instantiateKernel } from '../arena.ts'
import type { Kernel } from './assemble.ts'

/** Steps between two pixels for which the weights are kept. */
const PHASES = 256

/** Weights are whole numbers, this many bits being 1, so that two products are one instruction. */
const WEIGHT_BITS = 14
const ONE = 1 << WEIGHT_BITS

/** Bits that the sums of columns keep of a level's parts, so that they go into sixteen of them. */
const FRACTION_BITS = 6

/** One half, and what cutting off the sums' other bits took from them. */
const HALF = (1 << (WEIGHT_BITS + FRACTION_BITS - 1)) + (1 << (WEIGHT_BITS - 1))

/** Draws `$count` pixels from `$to` on, the first showing ($x, $y). */
const rowCode = (table: number): string => `
i32.const ${HALF}  i32x4.splat  local.set $half
loop
  ;; weights of the four pixels down, two by two, for each channel
  local.get $y  i32.const 65535  i32.and  i32.const 128  i32.add
  i32.const 8  i32.shr_s  i32.const 3  i32.shl  local.tee $at
  v128.load32_splat ${table}  local.set $first
  local.get $at  v128.load32_splat ${table + 4}  local.set $second

  ;; where the weights of the four pixels across stand
  local.get $x  i32.const 65535  i32.and  i32.const 128  i32.add
  i32.const 8  i32.shr_s  i32.const 3  i32.shl  local.set $across

  ;; the pixel to the upper left of the four in the middle
  local.get $y  i32.const 16  i32.shr_s  i32.const 1  i32.sub  local.get $stride  i32.mul
  local.get $x  i32.const 16  i32.shr_s  i32.const 1  i32.sub  i32.const 2  i32.shl  i32.add
  local.get $from  i32.add  local.set $at

  ${pairsOfRows('$upperLeft', '$upperRight')}
  local.get $at  local.get $stride  i32.add  local.set $at
  ${pairsOfRows('$lowerLeft', '$lowerRight')}

  ;; the columns' sums, the first beside the third, the second beside the fourth
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

/** Each of the next eight bytes of a vector beside that of another one, in units of so many bytes. */
function inTurn(from: number, unit = 1): string {
  const units = Array.from({ length: 8 / unit }, (_, nth) => from + nth * unit)
  const bytes = (at: number) => Array.from({ length: unit }, (_, byte) => at + byte)
  return units.flatMap((at) => [...bytes(at), ...bytes(at + 16)]).join(' ')
}

/**
 * Each byte of four pixels beside the one below it: the left two pixels, the right two. Machines have an instruction for
 * these two shuffles; another one takes them ten.
 */
function pairsOfRows(left: string, right: string): string {
  return `
  local.get $at  v128.load 0  local.set $pixels
  local.get $at  local.get $stride  i32.add  local.tee $at
  v128.load 0  local.set $below
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(0)}  local.set ${left}
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(8)}  local.set ${right}`
}

/** The weighted sum of the four pixels of one column. */
function column(side: 'Left' | 'Right', half: 'low' | 'high'): string {
  return `
  local.get $upper${side}  i16x8.extend_${half}_i8x16_u  local.get $first  i32x4.dot_i16x8_s
  local.get $lower${side}  i16x8.extend_${half}_i8x16_u  local.get $second  i32x4.dot_i16x8_s
  i32x4.add  i32.const ${WEIGHT_BITS - FRACTION_BITS}  i32x4.shr_s`
}

/**
 * Writes `count` RGBA pixels to address `to`, the n-th being the Catmull-Rom colour at (x + n stepX, y + n stepY) of
 * the picture at address `from`, whose rows are `stride` bytes apart. Places are whole numbers of {@link FIXED_ONE} of a
 * pixel and count to 1/512 of one; all sixteen pixels around each must be in memory. Colours are rounded as clamped
 * arrays round.
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
 * {@link ResampleRow} of a block of pixels, `rows` times `columns` of them, its rows `rowStride` bytes apart from address
 * `row` on. The first row begins at (left, top); each begins (downX, downY) after the one above, and its steps to the
 * right are by (bendX, bendY) longer than there.
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

/** The kernels of {@link ResampleRow} and {@link ResampleBlock}, which share a table of weights in the arena. */
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

/** For each phase the weights of four pixels, {@link ONE} in all. */
function weightTable(): Int16Array {
  const table = new Int16Array((PHASES + 1) * 4)
  for (let phase = 0; phase <= PHASES; phase++) {
    const weights = catmullRom(phase / PHASES).map((weight) => Math.round(weight * ONE))
    // Rounding must not change their sum, so that an even area stays as it is.
    const nearest = phase < PHASES / 2 ? 1 : 2
    weights[nearest]! += ONE - weights.reduce((sum, weight) => sum + weight)
    table.set(weights, phase * 4)
  }
  return table
}

/** The weights of four pixels in a line for a place `t` of the way from the second to the third. */
function catmullRom(t: number): number[] {
  const t2 = t * t
  const t3 = t2 * t
  return [
    0.5 * (-t3 + 2 * t2 - t),
    0.5 * (3 * t3 - 5 * t2 + 2),
    0.5 * (-3 * t3 + 4 * t2 + t),
    0.5 * (t3 - t2),
  ]
}
