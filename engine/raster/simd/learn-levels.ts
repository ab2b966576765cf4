import type { Kernel } from './assemble.ts'

/**
 * Learns levels, bytes at `levels`, in sixty-fourths: what is known, 16-bit integers at `learnt`, comes a quarter of
 * the way to them, and what is not known becomes them. Both only where the 32-bit floats at `alpha` are `most` or less.
 * `known` has 16-bit integers of all bits or none and is not changed. Eights of cells, `cells` is at least 1.
 */
export type LearnLevels = (
  learnt: number,
  levels: number,
  known: number,
  alpha: number,
  most: number,
  cells: number,
) => void

/** Marks as known, see {@link LearnLevels}, where alphas are `most` or less. */
export type MarkKnown = (known: number, alpha: number, most: number, cells: number) => void

/** Code that tells where eight alphas are small: all bits of a 16-bit lane, or none. */
const ARE_SMALL = `
  local.get $alpha  local.get $at  i32.const 2  i32.shl  i32.add  v128.load 0
  local.get $mosts  f32x4.le
  local.get $alpha  local.get $at  i32.const 2  i32.shl  i32.add  v128.load 16
  local.get $mosts  f32x4.le
  i16x8.narrow_i32x4_s`

/** Code for a loop over eights of cells. */
function eachEight(code: string): string {
  return `
local.get $most  f32x4.splat  local.set $mosts
loop
  ${code}
  local.get $at  i32.const 8  i32.add  local.tee $at
  local.get $cells  i32.lt_s
  br_if 0
end`
}

/** The kernel of {@link LearnLevels}. */
export const LEARN_LEVELS: Kernel<LearnLevels> = {
  parameters: ['learnt: i32', 'levels: i32', 'known: i32', 'alpha: i32', 'most: f32', 'cells: i32'],
  locals: { i32: 'at to', v128: 'mosts before apart' },
  body: eachEight(`
  local.get $learnt  local.get $at  i32.const 1  i32.shl  i32.add  local.tee $to
  v128.load 0  local.set $before
  local.get $levels  local.get $at  i32.add  v128.load8x8_u 0  i32.const 6  i16x8.shl
  local.get $before  i16x8.sub  local.set $apart
  local.get $to
  local.get $apart  i32.const 2  i16x8.shr_s
  local.get $apart
  local.get $known  local.get $at  i32.const 1  i32.shl  i32.add  v128.load 0
  v128.bitselect
  ${ARE_SMALL}
  v128.and  local.get $before  i16x8.add
  v128.store 0`),
}

/** The kernel of {@link MarkKnown}. */
export const MARK_KNOWN: Kernel<MarkKnown> = {
  parameters: ['known: i32', 'alpha: i32', 'most: f32', 'cells: i32'],
  locals: { i32: 'at to', v128: 'mosts' },
  body: eachEight(`
  local.get $known  local.get $at  i32.const 1  i32.shl  i32.add  local.tee $to
  local.get $to  v128.load 0
  ${ARE_SMALL}
  v128.or
  v128.store 0`),
}
