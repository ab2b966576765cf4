import type { Kernel } from './assemble.ts'

const BODY = `
loop
  local.get $weights  v128.load 0  local.tee $weight
  local.get $all  f32x4.add  local.set $all

  local.get $one  v128.load 0  local.get $other  v128.load 0  f32x4.sub  local.tee $off
  local.get $weight  f32x4.mul  local.tee $weight
  local.get $sum  f32x4.add  local.set $sum

  local.get $weight  local.get $off  f32x4.mul
  local.get $squares  f32x4.add  local.set $squares

  local.get $one  i32.const 16  i32.add  local.set $one
  local.get $other  i32.const 16  i32.add  local.set $other
  local.get $weights  i32.const 16  i32.add  local.set $weights
  local.get $fours  i32.const 1  i32.sub  local.tee $fours
  br_if 0
end
local.get $to  local.get $all  v128.store 0
local.get $to  local.get $sum  v128.store 16
local.get $to  local.get $squares  v128.store 32`

/**
 * Sums w, w · d and w · d² over `fours` × 4 values, where w is the weight at address `weights` and d is the value at
 * `one` minus the value at `other`. All are 32-bit floats. Writes twelve of them to address `to`: each of the three
 * sums as four partial sums, which the caller adds up.
 */
export type SumWeightedDifference = (
  to: number,
  one: number,
  other: number,
  weights: number,
  fours: number,
) => void

/** The kernel of {@link SumWeightedDifference}. */
export const SUM_WEIGHTED_DIFFERENCE: Kernel<SumWeightedDifference> = {
  parameters: ['to: i32', 'one: i32', 'other: i32', 'weights: i32', 'fours: i32'],
  locals: { v128: 'weight off all sum squares' },
  body: BODY,
}
