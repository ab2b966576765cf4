import type { Kernel } from './assemble.ts'

/**
 * Values between those of a row: at `to` comes for each of `count` the value at the byte offset `firsts[n]` of `from`,
 * and `shares[n]` of the way to the one behind it. Values and shares are 32-bit floats, offsets 32-bit integers.
 * `count` is at least 1.
 */
export type StretchRow = (
  to: number,
  from: number,
  firsts: number,
  shares: number,
  count: number,
) => void

/** The kernel of {@link StretchRow}. */
export const STRETCH_ROW: Kernel<StretchRow> = {
  parameters: ['to: i32', 'from: i32', 'firsts: i32', 'shares: i32', 'count: i32'],
  locals: { i32: 'at', f32: 'value' },
  body: `
loop
  local.get $from  local.get $firsts  i32.load 0  i32.add  local.set $at
  local.get $to
  local.get $at  f32.load 0  local.tee $value
  local.get $at  f32.load 4  local.get $value  f32.sub
  local.get $shares  f32.load 0  f32.mul
  f32.add
  f32.store 0
  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $firsts  i32.const 4  i32.add  local.set $firsts
  local.get $shares  i32.const 4  i32.add  local.set $shares
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`,
}
