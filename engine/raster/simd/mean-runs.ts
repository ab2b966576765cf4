import type { Kernel } from './assemble.ts'

/**
 * Means of runs of 16-bit sums as rounded bytes, `count` of them at `to`. Run n is from the byte offset `starts[n]` of
 * `sums` up to `ends[n]`, 32-bit integers; it has one value at least. Its sum is multiplied by `shares[n]`, a 32-bit
 * float.
 */
export type MeanRuns = (
  to: number,
  sums: number,
  starts: number,
  ends: number,
  shares: number,
  count: number,
) => void

/** The kernel of {@link MeanRuns}. */
export const MEAN_RUNS: Kernel<MeanRuns> = {
  parameters: ['to: i32', 'sums: i32', 'starts: i32', 'ends: i32', 'shares: i32', 'count: i32'],
  locals: { i32: 'at end sum' },
  body: `
loop
  local.get $sums  local.get $starts  i32.load 0  i32.add  local.set $at
  local.get $sums  local.get $ends  i32.load 0  i32.add  local.set $end
  i32.const 0  local.set $sum
  loop
    local.get $sum  local.get $at  i32.load16_u 0  i32.add  local.set $sum
    local.get $at  i32.const 2  i32.add  local.tee $at
    local.get $end  i32.lt_u
    br_if 0
  end
  local.get $to
  local.get $sum  f32.convert_i32_s  local.get $shares  f32.load 0  f32.mul
  f32.const 0.5  f32.add  i32.trunc_sat_f32_s
  i32.store8 0
  local.get $to  i32.const 1  i32.add  local.set $to
  local.get $starts  i32.const 4  i32.add  local.set $starts
  local.get $ends  i32.const 4  i32.add  local.set $ends
  local.get $shares  i32.const 4  i32.add  local.set $shares
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`,
}
