import type { Kernel } from './assemble.ts'

const BODY = `
loop
  ;; the middle
  local.get $weights  v128.load32_splat 0
  local.get $from  v128.load 0
  f32x4.mul  local.set $sum

  ;; and its neighbours, two by two
  local.get $weights  local.set $weight
  local.get $from  local.set $before
  local.get $from  local.set $behind
  local.get $reach  local.set $left
  loop
    local.get $weight  i32.const 4  i32.add  local.tee $weight
    v128.load32_splat 0
    local.get $before  local.get $step  i32.sub  local.tee $before
    v128.load 0
    local.get $behind  local.get $step  i32.add  local.tee $behind
    v128.load 0
    f32x4.add  f32x4.mul
    local.get $sum  f32x4.add  local.set $sum
    local.get $left  i32.const 1  i32.sub  local.tee $left
    br_if 0
  end

  local.get $to  local.get $sum  v128.store 0
  local.get $to  i32.const 16  i32.add  local.set $to
  local.get $from  i32.const 16  i32.add  local.set $from
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

/**
 * Writes `count` times four numbers (32-bit floats) to address `to`: each is the sum of the number at the same place
 * after `from` and its `reach` neighbours to both sides, `step` bytes apart, weighted by the `reach` + 1 numbers at
 * `weights`, the middle's first. `count` and `reach` are at least 1.
 */
export type WeighLine = (
  to: number,
  from: number,
  count: number,
  step: number,
  weights: number,
  reach: number,
) => void

/** The kernel of {@link WeighLine}. */
export const WEIGH_LINE: Kernel = {
  parameters: { to: 'i32', from: 'i32', count: 'i32', step: 'i32', weights: 'i32', reach: 'i32' },
  locals: {
    ...{ weight: 'i32', before: 'i32', behind: 'i32', left: 'i32' },
    sum: 'v128',
  },
  body: BODY,
}
