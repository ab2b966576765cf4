import type { Kernel } from './assemble.ts'

/**
 * Means of runs of 16-bit sums as rounded bytes, four at `to` for each of `fours`, which is at least 1. Run n begins at
 * the byte offset `starts[n]` of `sums`, a 32-bit integer. Of the eight sums there it has those for which its eight
 * 16-bit integers at `masks` are 1 and not 0; they are at most 32767 each. The sum of these is multiplied by
 * `shares[n]`, a 32-bit float.
 */
export type MeanShortRuns = (
  to: number,
  sums: number,
  starts: number,
  masks: number,
  shares: number,
  fours: number,
) => void

/** Code that leaves the four partial sums of a run on the stack. */
function partial(nth: number): string {
  return `
  local.get $sums  local.get $starts  i32.load ${4 * nth}  i32.add  v128.load 0
  local.get $masks  v128.load ${16 * nth}  i32x4.dot_i16x8_s`
}

/** Code that adds the halves of two vectors on the stack in pairs. */
const addHalves = `
  local.set $two  local.tee $one
  local.get $two  i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
  local.get $one  local.get $two  i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
  i32x4.add`

/** The kernel of {@link MeanShortRuns}. */
export const MEAN_SHORT_RUNS: Kernel<MeanShortRuns> = {
  parameters: ['to: i32', 'sums: i32', 'starts: i32', 'masks: i32', 'shares: i32', 'fours: i32'],
  locals: { v128: 'one two' },
  body: `
loop
  local.get $to
  ${partial(0)}  ${partial(1)}  ${addHalves}
  ${partial(2)}  ${partial(3)}  ${addHalves}
  local.set $two  local.tee $one
  local.get $two  i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
  local.get $one  local.get $two  i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
  i32x4.add
  f32x4.convert_i32x4_s  local.get $shares  v128.load 0  f32x4.mul
  f32.const 0.5  f32x4.splat  f32x4.add  i32x4.trunc_sat_f32x4_s  local.tee $one
  local.get $one  i16x8.narrow_i32x4_s  local.tee $one
  local.get $one  i8x16.narrow_i16x8_u
  v128.store32_lane 0 0
  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $starts  i32.const 16  i32.add  local.set $starts
  local.get $masks  i32.const 64  i32.add  local.set $masks
  local.get $shares  i32.const 16  i32.add  local.set $shares
  local.get $fours  i32.const 1  i32.sub  local.tee $fours
  br_if 0
end`,
}
