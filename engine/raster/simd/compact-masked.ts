import type { Kernel } from './assemble.ts'

const BODY = `
loop
  ;; written either way, kept where the next is written behind it: that costs less than to ask
  local.get $to  local.get $from  f32.load 0  f32.store 0
  local.get $weights  f32.load 0  f32.const 0.5  f32.gt
  i32.const 2  i32.shl  local.get $to  i32.add  local.set $to

  local.get $from  i32.const 4  i32.add  local.set $from
  local.get $weights  i32.const 4  i32.add  local.set $weights
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end
local.get $end  local.get $to  i32.store 0`

/**
 * Writes to address `to`, one behind the other, those of `count` numbers (32-bit floats) at `from` whose number at
 * `weights` is above one half, and at `end` the address (32-bit whole number) behind the last of them. There must be room
 * for a number more.
 */
export type CompactMasked = (
  to: number,
  from: number,
  weights: number,
  count: number,
  end: number,
) => void

/** The kernel of {@link CompactMasked}. */
export const COMPACT_MASKED: Kernel<CompactMasked> = {
  parameters: ['to: i32', 'from: i32', 'weights: i32', 'count: i32', 'end: i32'],
  locals: {},
  body: BODY,
}
