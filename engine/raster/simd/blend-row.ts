import type { Kernel } from './assemble.ts'
import { FIXED_ONE } from './fixed-point.ts'

/** Code that loads the pixel of a line of changes at byte offset `$at` and interpolates to the next one by `$right`. */
function between(line: string): string {
  return `
  local.get ${line}  local.get $at  i32.add  v128.load 0  local.tee $first
  local.get ${line}  local.get $at  i32.add  v128.load 16
  local.get $first  f32x4.sub  local.get $right  f32x4.mul  f32x4.add`
}

/** Code before the loop: sets the constants that {@link CHANGE_HERE} reads. */
const BEFORE_LINE = `
f32.const ${1 / FIXED_ONE}  f32x4.splat  local.set $part
local.get $down  i32x4.splat  f32x4.convert_i32x4_s  local.get $part  f32x4.mul  local.set $below`

/** Code that interpolates the changes bilinearly at `$x` between the two lines: four 32-bit floats on the stack. */
const CHANGE_HERE = `
  local.get $x  i32.const 65535  i32.and
  i32x4.splat  f32x4.convert_i32x4_s  local.get $part  f32x4.mul  local.set $right
  local.get $x  i32.const 16  i32.shr_s  i32.const 4  i32.shl  local.set $at
  ${between('$upper')}  local.tee $change
  ${between('$lower')}
  local.get $change  f32x4.sub  local.get $below  f32x4.mul  f32x4.add`

/** Code that writes four floats as bytes at `$to`, rounded and clamped to 0–255 as `Uint8ClampedArray` does. */
const TO_BYTES = `
  f32x4.nearest  i32x4.trunc_sat_f32x4_s  local.tee $change
  local.get $change  i16x8.narrow_i32x4_s  local.tee $change
  local.get $change  i8x16.narrow_i16x8_u  local.set $change
  local.get $to  local.get $change  v128.store32_lane 0 0`

/** Code that advances to the next pixel of `$to` and repeats the loop until `$count` pixels are done. */
const NEXT_PIXEL = `
  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $x  local.get $step  i32.add  local.set $x
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0`

/** Code that loads the four bytes at an address as 32-bit floats, 0–255. */
function pixel(address: string): string {
  return `
  local.get ${address}  v128.load32_splat 0  i16x8.extend_low_i8x16_u  i32x4.extend_low_i16x8_u
  f32x4.convert_i32x4_s`
}

function lanes(from: (byte: number) => number): string {
  return Array.from({ length: 16 }, (_, byte) => from(byte)).join(' ')
}

const BODY = `
${BEFORE_LINE}
loop
  ${CHANGE_HERE}  local.set $change

  ;; the new pixel with the alpha of the old one, minus the old pixel
  ${pixel('$to')}  local.set $first
  ${pixel('$over')}  local.get $change  f32x4.add
  local.get $first
  i8x16.shuffle ${lanes((byte) => (byte < 12 ? byte : 16 + byte))}
  local.get $first  f32x4.sub

  ;; times the opacity, the fourth channel of the change, plus the old pixel
  local.get $change  local.get $change  i8x16.shuffle ${lanes((byte) => 12 + (byte % 4))}
  f32x4.mul  local.get $first  f32x4.add

  ${TO_BYTES}
  local.get $over  i32.const 4  i32.add  local.set $over
  ${NEXT_PIXEL}
end`

/**
 * Adds changes to `count` RGBA pixels at address `over` and blends the result over the pixels at `to`. The alpha at
 * `to` is kept. Values are rounded and clamped to 0–255 as `Uint8ClampedArray` does.
 *
 * The changes are interpolated bilinearly between two lines at addresses `upper` and `lower`, at x, x + step, … across
 * and at the fraction `down` from `upper` to `lower`. A pixel of these lines is four 32-bit floats: the levels added to
 * red, green and blue, and the opacity of the new pixel, 0–1. `x`, `step` and `down` are in 16.16 fixed point
 * ({@link FIXED_ONE}). Each line must have one pixel more after the last position.
 */
export type BlendRow = (
  to: number,
  over: number,
  upper: number,
  lower: number,
  count: number,
  x: number,
  step: number,
  down: number,
) => void

/** The kernel of {@link BlendRow}. */
export const BLEND_ROW: Kernel<BlendRow> = {
  parameters: [
    'to: i32',
    'over: i32',
    'upper: i32',
    'lower: i32',
    'count: i32',
    'x: i32',
    'step: i32',
    'down: i32',
  ],
  locals: { i32: 'at', v128: 'part below right first change' },
  body: BODY,
}
