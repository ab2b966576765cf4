import type { Kernel } from './assemble.ts'

/**
 * Sums of absolute differences of blocks that lie side by side, 8 bytes wide and `rows` high, at most 128: one 32-bit
 * integer for each of `blocks` at `to`. The rows of both planes are `stride` bytes apart. `rows` and `blocks` are at
 * least 1.
 */
export type BlockDifferences = (
  to: number,
  one: number,
  other: number,
  stride: number,
  rows: number,
  blocks: number,
) => void

/** The kernel of {@link BlockDifferences}. */
export const BLOCK_DIFFERENCES: Kernel<BlockDifferences> = {
  parameters: ['to: i32', 'one: i32', 'other: i32', 'stride: i32', 'rows: i32', 'blocks: i32'],
  locals: { v128: 'ones sum', i32: 'at left' },
  body: `
i32.const 1  i16x8.splat  local.set $ones
loop
  i32.const 0  i16x8.splat  local.set $sum
  i32.const 0  local.set $at
  local.get $rows  local.set $left
  loop
    local.get $one  local.get $at  i32.add  v128.load8x8_u 0
    local.get $other  local.get $at  i32.add  v128.load8x8_u 0
    i16x8.sub  i16x8.abs  local.get $sum  i16x8.add  local.set $sum
    local.get $at  local.get $stride  i32.add  local.set $at
    local.get $left  i32.const 1  i32.sub  local.tee $left
    br_if 0
  end
  local.get $sum  local.get $ones  i32x4.dot_i16x8_s  local.tee $sum
  local.get $sum  local.get $sum  i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
  i32x4.add  local.tee $sum
  local.get $sum  local.get $sum  i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11
  i32x4.add  local.set $sum
  local.get $to  local.get $sum  v128.store32_lane 0 0
  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $one  i32.const 8  i32.add  local.set $one
  local.get $other  i32.const 8  i32.add  local.set $other
  local.get $blocks  i32.const 1  i32.sub  local.tee $blocks
  br_if 0
end`,
}
