import type { Kernel } from './assemble.ts'
import { everyOtherLane } from './every-other-lane.ts'

/** Code that adds the squared distances of four colours to `$sum`. `weights` is code that gives their four weights. */
function four(at: 0 | 16, weights: string): string {
  return `
  local.get $own  v128.load ${at}  local.set $a
  local.get $other  v128.load ${at}  local.set $b
  local.get $a  i16x8.extend_low_i8x16_u
  local.get $b  i16x8.extend_low_i8x16_u  i16x8.sub  local.tee $c
  local.get $c  i32x4.dot_i16x8_s  local.set $c
  local.get $a  i16x8.extend_high_i8x16_u
  local.get $b  i16x8.extend_high_i8x16_u  i16x8.sub  local.tee $d
  local.get $d  i32x4.dot_i16x8_s  local.set $d
  ;; A colour has two dot products: red squared plus green squared, and blue squared plus 0.
  local.get $c  local.get $d  i8x16.shuffle ${everyOtherLane(0)}
  local.get $c  local.get $d  i8x16.shuffle ${everyOtherLane(1)}
  i32x4.add  f32x4.convert_i32x4_s
  ${weights}  f32x4.mul  local.get $sum  f32x4.add  local.set $sum`
}

/**
 * Code that compares the rows of two patches, see {@link ComparePatches}: the sum is left in `$total`, all four alike.
 * `$sum` and `$none` are zero, and each of `$stop` is what the sum may not exceed.
 */
export const COMPARE_ROWS = `
i32.const 7  local.set $rows
block
loop
  ${four(0, 'local.get $weights  v128.load 0')}
  ;; A patch is 7 pixels wide, so the eighth pixel of a row gets weight 0.
  ${four(16, 'local.get $weights  v128.load 16  local.get $none  i8x16.shuffle 0 1 2 3 4 5 6 7 8 9 10 11 16 17 18 19')}
  local.get $sum
  local.get $sum  local.get $sum  i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
  f32x4.add  local.tee $a
  local.get $a  local.get $a  i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11
  f32x4.add  local.tee $total
  local.get $stop  f32x4.gt  v128.any_true  br_if 1

  local.get $own  local.get $stride  i32.add  local.set $own
  local.get $other  local.get $stride  i32.add  local.set $other
  local.get $weights  local.get $stride  i32.add  local.set $weights
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end
end`

const BODY = `
local.get $most  f32x4.splat  local.set $stop
${COMPARE_ROWS}
local.get $to  local.get $total  v128.store32_lane 0 0`

/**
 * Compares two patches of 7 × 7 RGB0 pixels (8 bits a channel, the fourth byte 0). Writes the weighted sum of their
 * squared colour distances to address `to`, as a 32-bit float.
 *
 * Stops after the first row at which the sum exceeds `most`; the result is then that partial sum. `own`, `other` and
 * `weights` (32-bit floats) are the addresses of the top left corners. `stride` is the number of bytes from one row to
 * the next, the same for all three. One pixel and one weight after each row are read too.
 */
export type ComparePatches = (
  to: number,
  own: number,
  other: number,
  weights: number,
  stride: number,
  most: number,
) => void

/** The kernel of {@link ComparePatches}. */
export const COMPARE_PATCHES: Kernel<ComparePatches> = {
  parameters: ['to: i32', 'own: i32', 'other: i32', 'weights: i32', 'stride: i32', 'most: f32'],
  locals: { i32: 'rows', v128: 'a b c d sum total stop none' },
  body: BODY,
}
