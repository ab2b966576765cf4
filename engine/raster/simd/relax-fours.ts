import type { Kernel } from './assemble.ts'

/** Code that adds four values of a neighbour, at `at`, times the weight in lane `nth` of `$w` to the sums. */
function add(at: string, source: string, first: 0 | 8): string {
  const lanes = Array.from({ length: 8 }, (_, n) => first + n).join(' ')
  return `
  local.get ${source}  local.get ${source}  i8x16.shuffle ${lanes} ${lanes}  local.set $weight
  ${at}  v128.load 0  local.tee $near
  f64x2.promote_low_f32x4  local.get $weight  f64x2.mul
  local.get $low  f64x2.add  local.set $low
  local.get $near  local.get $near  i8x16.shuffle ${HIGH}
  f64x2.promote_low_f32x4  local.get $weight  f64x2.mul
  local.get $high  f64x2.add  local.set $high`
}

const HIGH = '8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15'

/** Code for the value of `own` that lies so far on the way to the mean. */
function towards(own: string, mean: string): string {
  return `
  ${own}  f64x2.promote_low_f32x4  local.tee $weight
  ${mean}  local.get $weight  f64x2.sub  local.get $by  f64x2.mul
  f64x2.add  f32x4.demote_f64x2_zero`
}

const BODY = `
local.get $share  f64x2.splat  local.set $by
loop
  local.get $pixels  i32.load 0  local.set $at
  local.get $weights  v128.load 0  local.tee $w
  f64x2.promote_low_f32x4  local.set $aside
  local.get $w  local.get $w  i8x16.shuffle ${HIGH}
  f64x2.promote_low_f32x4  local.set $along
  f32.const 0  f32x4.splat  local.tee $low  local.set $high
  ${add('local.get $at  i32.const -16  i32.add', '$aside', 0)}
  ${add('local.get $at  i32.const 16  i32.add', '$aside', 8)}
  ${add('local.get $at  local.get $stride  i32.sub', '$along', 0)}
  ${add('local.get $at  local.get $stride  i32.add', '$along', 8)}
  local.get $at  v128.load 0  local.set $near
  local.get $at
  ${towards('local.get $near', 'local.get $low')}
  ${towards(`local.get $near  local.get $near  i8x16.shuffle ${HIGH}`, 'local.get $high')}
  i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
  v128.store 0
  local.get $pixels  i32.const 4  i32.add  local.set $pixels
  local.get $weights  i32.const 16  i32.add  local.set $weights
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

/**
 * Moves pixels of four 32-bit floats towards the weighted mean of those to the left, to the right, above and below, by
 * `share` of the way, one after the other. Sums are of 64 bits. `pixels` is the address of `count` addresses of pixels,
 * at least one, `weights` that of four weights of each, `stride` the bytes from row to row. What a neighbour holds is
 * read also where its weight is 0.
 */
export type RelaxFours = (
  pixels: number,
  weights: number,
  stride: number,
  count: number,
  share: number,
) => void

/** The kernel of {@link RelaxFours}. */
export const RELAX_FOURS: Kernel<RelaxFours> = {
  parameters: ['pixels: i32', 'weights: i32', 'stride: i32', 'count: i32', 'share: f64'],
  locals: { i32: 'at', v128: 'w aside along weight near low high by' },
  body: BODY,
}
