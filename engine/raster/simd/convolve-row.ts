import type { Kernel } from './assemble.ts'

const LOOPED_BODY = `
loop
  ;; the centre value
  local.get $weights  v128.load32_splat 0
  local.get $from  v128.load 0
  f32x4.mul  local.set $sum

  ;; plus its neighbours, one pair at a time from the centre outwards
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

/** The loop unrolled for one reach. Weights and the neighbours' distances are in locals, which is faster. */
function unrolledBody(each: readonly number[]): string {
  return `
${[0, ...each].map((k) => `local.get $weights  v128.load32_splat ${4 * k}  local.set $weight${k}`).join('\n')}
${each.map((k) => `local.get $step  i32.const ${k}  i32.mul  local.set $far${k}`).join('\n')}
loop
  local.get $to
  local.get $from  v128.load 0  local.get $weight0  f32x4.mul
  ${each
    .map(
      (k) => `
  local.get $from  local.get $far${k}  i32.sub  v128.load 0
  local.get $from  local.get $far${k}  i32.add  v128.load 0
  f32x4.add  local.get $weight${k}  f32x4.mul  f32x4.add`,
    )
    .join('')}
  v128.store 0
  local.get $to  i32.const 16  i32.add  local.set $to
  local.get $from  i32.const 16  i32.add  local.set $from
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`
}

/**
 * Convolves `count` × 4 values (32-bit floats) at address `from` with a symmetric kernel and writes them to `to`.
 *
 * Each result is the weighted sum of a value and its `reach` neighbours on both sides, which are `step` bytes apart.
 * The `reach` + 1 weights at address `weights` (32-bit floats) start with the centre's. `count` and `reach` are at
 * least 1.
 */
export type ConvolveRow = (
  to: number,
  from: number,
  count: number,
  step: number,
  weights: number,
  reach: number,
) => void

/** The largest reach whose loop is unrolled. */
const MAX_UNROLLED_REACH = 8

/** The kernel of {@link ConvolveRow}. It may be called with this reach only. */
export function convolveRowKernel(reach: number): Kernel<ConvolveRow> {
  const isUnrolled = reach <= MAX_UNROLLED_REACH
  const each = Array.from({ length: reach }, (_, nth) => nth + 1)
  return {
    parameters: ['to: i32', 'from: i32', 'count: i32', 'step: i32', 'weights: i32', 'reach: i32'],
    locals: isUnrolled
      ? {
          i32: each.map((k) => `far${k}`).join(' '),
          v128: [0, ...each].map((k) => `weight${k}`).join(' '),
        }
      : { i32: 'weight before behind left', v128: 'sum' },
    body: isUnrolled ? unrolledBody(each) : LOOPED_BODY,
  }
}
