import type { Kernel } from './assemble.ts'

const BODY = `
loop
  ;; always written, but the address advances only for selected values: faster than a branch
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
 * Copies the selected values of `count` 32-bit floats at address `from` to `to`, without gaps. A value is selected if
 * its weight, a 32-bit float at `weights`, is above 0.5. Writes the address after the last copied value to `end`, as a
 * 32-bit integer. There must be room for `count` + 1 values at `to`.
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
