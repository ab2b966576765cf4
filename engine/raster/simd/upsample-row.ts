import type { Kernel } from './assemble.ts'

/** Code that interpolates four values between the two lines, at a byte offset from their addresses. */
function mixed(offset: number): string {
  return `
  local.get $near  v128.load ${offset}  local.get $most  f32x4.mul
  local.get $other  v128.load ${offset}  local.get $rest  f32x4.mul
  f32x4.add`
}

/** The lanes of a shuffle that interleaves two 32-bit lanes of two vectors, from lane `first` on. */
function interleaved(first: 0 | 2): string {
  return [first, first + 4, first + 1, first + 5]
    .flatMap((at) => [0, 1, 2, 3].map((byte) => 4 * at + byte))
    .join(' ')
}

const BODY = `
f32.const ${3 / 4}  f32x4.splat  local.set $most
f32.const ${1 / 4}  f32x4.splat  local.set $rest
loop
  ${mixed(4)}  local.get $most  f32x4.mul  local.tee $here
  ${mixed(0)}  local.get $rest  f32x4.mul  f32x4.add  local.set $before
  local.get $here
  ${mixed(8)}  local.get $rest  f32x4.mul  f32x4.add  local.set $here
  local.get $to
  local.get $before  local.get $here  i8x16.shuffle ${interleaved(0)}
  v128.store 0
  local.get $to
  local.get $before  local.get $here  i8x16.shuffle ${interleaved(2)}
  v128.store 16

  local.get $to  i32.const 32  i32.add  local.set $to
  local.get $near  i32.const 16  i32.add  local.set $near
  local.get $other  i32.const 16  i32.add  local.set $other
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

/**
 * Doubles the resolution of a line of 32-bit floats, bilinearly. Writes `count` × 8 values to address `to`.
 *
 * The line at `near` has weight 3/4, the line at `other` 1/4. Both addresses are those of the value before the line's
 * first. There must be one value after its last as well.
 */
export type UpsampleRow = (to: number, near: number, other: number, count: number) => void

/** The kernel of {@link UpsampleRow}. */
export const UPSAMPLE_ROW: Kernel<UpsampleRow> = {
  parameters: ['to: i32', 'near: i32', 'other: i32', 'count: i32'],
  locals: { v128: 'here before most rest' },
  body: BODY,
}
