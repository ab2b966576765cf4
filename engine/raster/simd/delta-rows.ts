import type { Kernel } from './assemble.ts'

/**
 * Deltas are 16-bit integers in units of 1/128 level: the finest unit whose range covers 255 levels in both directions.
 * Sums saturate beyond it, which yields 255.
 */
const UNITS_PER_LEVEL = 128

/** The lanes of a shuffle that takes the low (0) or high (8) 8 bytes of two vectors: one machine instruction. */
function halfLanes(first: 0 | 8): string {
  return [first, first + 16].flatMap((at) => Array.from({ length: 8 }, (_, k) => at + k)).join(' ')
}

/** Code that loads the delta of the pixel at a 16.16 position of the interpolated line, and that of the next pixel. */
function deltasAt(x: string): string {
  return `
  ${x}  i32.const 16  i32.shr_s  i32.const 3  i32.shl  local.get $line  i32.add  v128.load 0`
}

const BODY = `
;; interpolates between the two lines, from the first position to the last, two pixels at a time
local.get $down  i32.const 1  i32.shr_s  i16x8.splat  local.set $part
local.get $x  i32.const 16  i32.shr_s  i32.const 3  i32.shl  local.tee $at
local.get $upper  i32.add  local.set $upper
local.get $at  local.get $lower  i32.add  local.set $lower
local.get $x  i32.const 65535  i32.and  local.tee $x
local.get $count  local.get $step  i32.mul  i32.add
i32.const 17  i32.shr_s  i32.const 2  i32.add  local.set $left
local.get $line  local.set $at
loop
  local.get $at
  local.get $upper  v128.load 0  local.tee $change
  local.get $lower  v128.load 0  local.get $change  i16x8.sub_sat_s
  local.get $part  i16x8.q15mulr_sat_s  i16x8.add_sat_s
  v128.store 0
  local.get $upper  i32.const 16  i32.add  local.set $upper
  local.get $lower  i32.const 16  i32.add  local.set $lower
  local.get $at  i32.const 16  i32.add  local.set $at
  local.get $left  i32.const 1  i32.sub  local.tee $left
  br_if 0
end

;; the fractional positions of two pixels, four times each for the channels, and their step to the next two
local.get $x  i16x8.splat
local.get $x  local.get $step  i32.add  i16x8.splat
i8x16.shuffle ${halfLanes(0)}
local.set $behind
local.get $step  i32.const 1  i32.shl  i16x8.splat  local.set $farther
i32.const ${UNITS_PER_LEVEL / 2}  i16x8.splat  local.set $rounding
loop
  ${deltasAt('local.get $x')}  local.tee $first
  ${deltasAt('local.get $x  local.get $step  i32.add')}  local.tee $second
  i8x16.shuffle ${halfLanes(0)}
  local.tee $change
  local.get $first  local.get $second  i8x16.shuffle ${halfLanes(8)}
  local.get $change  i16x8.sub_sat_s
  local.get $behind  i32.const 1  i16x8.shr_u  i16x8.q15mulr_sat_s  i16x8.add_sat_s
  local.get $to  v128.load8x8_u 0  i32.const ${Math.log2(UNITS_PER_LEVEL)}  i16x8.shl
  i16x8.add_sat_s
  local.get $rounding  i16x8.add_sat_s  i32.const ${Math.log2(UNITS_PER_LEVEL)}  i16x8.shr_s
  local.tee $change  local.get $change  i8x16.narrow_i16x8_u  local.set $change
  local.get $to  local.get $change  v128.store64_lane 0 0

  local.get $behind  local.get $farther  i16x8.add  local.set $behind
  local.get $to  i32.const 8  i32.add  local.set $to
  local.get $x  local.get $step  i32.const 1  i32.shl  i32.add  local.set $x
  local.get $count  i32.const 2  i32.sub  local.tee $count
  i32.const 0  i32.gt_s  br_if 0
end`

/**
 * Adds deltas to `count` RGBA pixels at address `to`. The sums are clamped to 0–255.
 *
 * The deltas are interpolated bilinearly between two lines at addresses `upper` and `lower`, at x, x + step, … across
 * and at the fraction `down` from `upper` to `lower`. `x`, `step` and `down` are in 16.16 fixed point
 * ({@link FIXED_ONE}). The lines are as {@link PackDeltaRow} writes them. Neighbouring deltas must differ by less than
 * 256 levels. Each line must have one pixel more after the last position. The interpolated line is kept at address
 * `line`, which needs room for four more pixels than are read; `to` needs room for one more.
 */
export type AddDeltaRow = (
  to: number,
  line: number,
  upper: number,
  lower: number,
  count: number,
  x: number,
  step: number,
  down: number,
) => void

/** The kernel of {@link AddDeltaRow}. */
export const ADD_DELTA_ROW: Kernel<AddDeltaRow> = {
  parameters: [
    'to: i32',
    'line: i32',
    'upper: i32',
    'lower: i32',
    'count: i32',
    'x: i32',
    'step: i32',
    'down: i32',
  ],
  locals: { i32: 'at left', v128: 'part behind farther rounding first second change' },
  body: BODY,
}

function toUnits(colour: string): string {
  return `
  local.get ${colour}  v128.load 0  local.get $units  f32x4.mul  f32x4.nearest  i32x4.trunc_sat_f32x4_s
  local.get ${colour}  i32.const 16  i32.add  local.set ${colour}`
}

/**
 * The lanes of a shuffle that interleaves two pixels from pixel `first` on. Its first vector has four values of red and
 * four of green, its second four of blue and four zeros.
 */
function pixelLanes(first: 0 | 2): string {
  return [first, first + 1]
    .flatMap((nth) => [0, 4, 8, 12].map((colour) => 2 * (colour + nth)))
    .flatMap((byte) => [byte, byte + 1])
    .join(' ')
}

/**
 * Writes a line of deltas for {@link AddDeltaRow} to address `to`: `count` × 4 pixels of four 16-bit integers. Red,
 * green and blue come from lines of 32-bit floats, in levels; alpha is 0.
 */
export type PackDeltaRow = (
  to: number,
  red: number,
  green: number,
  blue: number,
  count: number,
) => void

/** The kernel of {@link PackDeltaRow}. */
export const PACK_DELTA_ROW: Kernel<PackDeltaRow> = {
  parameters: ['to: i32', 'red: i32', 'green: i32', 'blue: i32', 'count: i32'],
  locals: { v128: 'units zero both rest' },
  body: `
f32.const ${UNITS_PER_LEVEL}  f32x4.splat  local.set $units
loop
  ${toUnits('$red')}
  ${toUnits('$green')}
  i16x8.narrow_i32x4_s  local.set $both
  ${toUnits('$blue')}
  local.get $zero  i16x8.narrow_i32x4_s  local.set $rest
  local.get $to  local.get $both  local.get $rest  i8x16.shuffle ${pixelLanes(0)}  v128.store 0
  local.get $to  local.get $both  local.get $rest  i8x16.shuffle ${pixelLanes(2)}  v128.store 16
  local.get $to  i32.const 32  i32.add  local.set $to
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`,
}
