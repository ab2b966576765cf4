import type { Kernel } from './assemble.ts'

/**
 * Moves a window down by a row: to each of `fours` × 4 sums at address `sums` comes the value at `enter`, and the one
 * at `leave` goes. Writes the sums times `scale` to `to`. All are 32-bit floats; `fours` is at least 1.
 */
export type SlideDown = (
  to: number,
  sums: number,
  enter: number,
  leave: number,
  fours: number,
  scale: number,
) => void

/** The kernel of {@link SlideDown}. */
export const SLIDE_DOWN: Kernel<SlideDown> = {
  parameters: ['to: i32', 'sums: i32', 'enter: i32', 'leave: i32', 'fours: i32', 'scale: f32'],
  locals: { v128: 'sum each' },
  body: `
local.get $scale  f32x4.splat  local.set $each
loop
  local.get $sums
  local.get $sums  v128.load 0
  local.get $enter  v128.load 0  f32x4.add
  local.get $leave  v128.load 0  f32x4.sub
  local.tee $sum
  v128.store 0
  local.get $to  local.get $sum  local.get $each  f32x4.mul  v128.store 0
  local.get $to  i32.const 16  i32.add  local.set $to
  local.get $sums  i32.const 16  i32.add  local.set $sums
  local.get $enter  i32.const 16  i32.add  local.set $enter
  local.get $leave  i32.const 16  i32.add  local.set $leave
  local.get $fours  i32.const 1  i32.sub  local.tee $fours
  br_if 0
end`,
}

/**
 * Sums a window of `reach` pixels to each side of a pixel along a row. A pixel is four 32-bit floats at address
 * `from`; before the row there are `reach` + 1 pixels of zeros, and `reach` behind it. Writes each of `count` sums to
 * `to`, times the 32-bit float for its pixel at address `scales`. `count` and `reach` are at least 1.
 */
export type SlideAlong = (
  to: number,
  from: number,
  count: number,
  reach: number,
  scales: number,
) => void

/** The kernel of {@link SlideAlong}. */
export const SLIDE_ALONG: Kernel<SlideAlong> = {
  parameters: ['to: i32', 'from: i32', 'count: i32', 'reach: i32', 'scales: i32'],
  locals: { v128: 'sum', i32: 'enter leave' },
  body: `
i32.const 0  i32x4.splat  local.set $sum
local.get $from  local.set $enter
local.get $from  local.get $reach  i32.const 1  i32.add  i32.const 16  i32.mul  i32.sub  local.set $leave
loop
  local.get $sum  local.get $enter  v128.load 0  f32x4.add  local.set $sum
  local.get $enter  i32.const 16  i32.add  local.set $enter
  local.get $reach  i32.const 1  i32.sub  local.tee $reach
  br_if 0
end
loop
  local.get $to
  local.get $sum
  local.get $enter  v128.load 0  f32x4.add
  local.get $leave  v128.load 0  f32x4.sub
  local.tee $sum
  local.get $scales  v128.load32_splat 0  f32x4.mul
  v128.store 0
  local.get $to  i32.const 16  i32.add  local.set $to
  local.get $enter  i32.const 16  i32.add  local.set $enter
  local.get $leave  i32.const 16  i32.add  local.set $leave
  local.get $scales  i32.const 4  i32.add  local.set $scales
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`,
}
