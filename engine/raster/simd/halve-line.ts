import type { Kernel } from './assemble.ts'

/** Every other number of two times four, from the first or the second on. */
const every = (first: 0 | 4): string =>
  [0, 8, 16, 24].flatMap((at) => [0, 1, 2, 3].map((byte) => first + at + byte)).join(' ')

const BODY = `
f32.const 0.25  f32x4.splat  local.set $quarter
loop
  local.get $top  v128.load 0
  local.get $bottom  v128.load 0
  f32x4.add  local.tee $a
  local.get $top  v128.load 16
  local.get $bottom  v128.load 16
  f32x4.add  local.tee $b
  i8x16.shuffle ${every(0)}
  local.get $a  local.get $b
  i8x16.shuffle ${every(4)}
  f32x4.add  local.get $quarter  f32x4.mul  local.set $a
  local.get $to  local.get $a  v128.store 0

  local.get $to  i32.const 16  i32.add  local.set $to
  local.get $top  i32.const 32  i32.add  local.set $top
  local.get $bottom  i32.const 32  i32.add  local.set $bottom
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

/**
 * Writes `count` times four numbers (32-bit floats) to address `to`, each the mean of the two next ones after `top` and
 * the two after `bottom`.
 */
export type HalveLine = (to: number, top: number, bottom: number, count: number) => void

/** The kernel of {@link HalveLine}. */
export const HALVE_LINE: Kernel = {
  parameters: { to: 'i32', top: 'i32', bottom: 'i32', count: 'i32' },
  locals: { a: 'v128', b: 'v128', quarter: 'v128' },
  body: BODY,
}
