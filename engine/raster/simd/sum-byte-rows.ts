import type { Kernel } from './assemble.ts'

/**
 * Sums `rows` rows of bytes that lie `stride` bytes apart into a line of 16-bit sums: 16 of each row for each of
 * `sixteens`. No sum may exceed 65535, so there are at most 257 rows. `rows` and `sixteens` are at least 1.
 */
export type SumByteRows = (
  to: number,
  from: number,
  sixteens: number,
  stride: number,
  rows: number,
) => void

/** The kernel of {@link SumByteRows}. */
export const SUM_BYTE_ROWS: Kernel<SumByteRows> = {
  parameters: ['to: i32', 'from: i32', 'sixteens: i32', 'stride: i32', 'rows: i32'],
  locals: { v128: 'low high bytes', i32: 'at left' },
  body: `
loop
  i32.const 0  i16x8.splat  local.set $low
  i32.const 0  i16x8.splat  local.set $high
  local.get $from  local.set $at
  local.get $rows  local.set $left
  loop
    local.get $at  v128.load 0  local.set $bytes
    local.get $low  local.get $bytes  i16x8.extend_low_i8x16_u  i16x8.add  local.set $low
    local.get $high  local.get $bytes  i16x8.extend_high_i8x16_u  i16x8.add  local.set $high
    local.get $at  local.get $stride  i32.add  local.set $at
    local.get $left  i32.const 1  i32.sub  local.tee $left
    br_if 0
  end
  local.get $to  local.get $low  v128.store 0
  local.get $to  local.get $high  v128.store 16
  local.get $to  i32.const 32  i32.add  local.set $to
  local.get $from  i32.const 16  i32.add  local.set $from
  local.get $sixteens  i32.const 1  i32.sub  local.tee $sixteens
  br_if 0
end`,
}
