import type { Kernel } from './assemble.ts'

/**
 * Rounds 32-bit floats at `from` to bytes at `to`, of at least `least` and at most `most`. Eight for each of `eights`,
 * at least 1.
 */
export type LevelBytes = (
  to: number,
  from: number,
  least: number,
  most: number,
  eights: number,
) => void

/** Code that leaves four rounded levels as 32-bit integers on the stack. */
function four(offset: number): string {
  return `
  local.get $from  v128.load ${offset}  local.get $half  f32x4.add
  local.get $lows  f32x4.pmax  local.get $highs  f32x4.pmin  i32x4.trunc_sat_f32x4_s`
}

/** The kernel of {@link LevelBytes}. */
export const LEVEL_BYTES: Kernel<LevelBytes> = {
  parameters: ['to: i32', 'from: i32', 'least: f32', 'most: f32', 'eights: i32'],
  locals: { v128: 'half lows highs packed' },
  body: `
f32.const 0.5  f32x4.splat  local.set $half
local.get $least  f32x4.splat  local.set $lows
local.get $most  f32x4.splat  local.set $highs
loop
  ${four(0)}
  ${four(16)}
  i16x8.narrow_i32x4_s  local.tee $packed
  local.get $packed  i8x16.narrow_i16x8_u  local.set $packed
  local.get $to  local.get $packed  v128.store64_lane 0 0
  local.get $to  i32.const 8  i32.add  local.set $to
  local.get $from  i32.const 32  i32.add  local.set $from
  local.get $eights  i32.const 1  i32.sub  local.tee $eights
  br_if 0
end`,
}
