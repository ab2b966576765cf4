import type { Kernel } from './assemble.ts'
import { everyOtherLane } from './every-other-lane.ts'

/**
 * A loop that averages blocks of 2 × 2 values. `sums` is code that leaves the sums of two lines on the stack, for the
 * first (0) or the second (16) four values. `further` are the addresses to advance.
 */
function averaging(sums: (offset: 0 | 16) => string, further: readonly string[]): string {
  return `
f32.const ${1 / 4}  f32x4.splat  local.set $quarter
loop
  ${sums(0)}  local.tee $a
  ${sums(16)}  local.tee $b
  i8x16.shuffle ${everyOtherLane(0)}
  local.get $a  local.get $b
  i8x16.shuffle ${everyOtherLane(1)}
  f32x4.add  local.get $quarter  f32x4.mul  local.set $a
  local.get $to  local.get $a  v128.store 0

  local.get $to  i32.const 16  i32.add  local.set $to
  ${further.map((line) => `local.get $${line}  i32.const 32  i32.add  local.set $${line}`).join('\n')}
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`
}

function plain(line: string, offset: number): string {
  return `local.get $${line}  v128.load ${offset}`
}

/** Code that gives a line's values, each times its weight plus `$faint`. */
function weighted(line: string, weights: string, offset: number): string {
  return `
  ${plain(line, offset)}
  ${plain(weights, offset)}  local.get $faint  f32x4.add  f32x4.mul`
}

/**
 * Halves the resolution of two lines of 32-bit floats at addresses `top` and `bottom`. Writes `count` × 4 values to
 * `to`, each the mean of a block of 2 × 2.
 */
export type DownsampleRow = (to: number, top: number, bottom: number, count: number) => void

/** The kernel of {@link DownsampleRow}. */
export const DOWNSAMPLE_ROW: Kernel<DownsampleRow> = {
  parameters: ['to: i32', 'top: i32', 'bottom: i32', 'count: i32'],
  locals: { v128: 'a b quarter' },
  body: averaging(
    (at) => `${plain('top', at)}  ${plain('bottom', at)}  f32x4.add`,
    ['top', 'bottom'],
  ),
}

/**
 * {@link DownsampleRow} of values multiplied by their weights (32-bit floats). `least` is added to every weight. The
 * means are not divided by the weights.
 */
export type DownsampleWeightedRow = (
  to: number,
  top: number,
  bottom: number,
  topWeights: number,
  bottomWeights: number,
  count: number,
  least: number,
) => void

/** The kernel of {@link DownsampleWeightedRow}. */
export const DOWNSAMPLE_WEIGHTED_ROW: Kernel<DownsampleWeightedRow> = {
  parameters: [
    'to: i32',
    'top: i32',
    'bottom: i32',
    'topWeights: i32',
    'bottomWeights: i32',
    'count: i32',
    'least: f32',
  ],
  locals: { v128: 'a b quarter faint' },
  body: `local.get $least  f32x4.splat  local.set $faint
${averaging(
  (at) =>
    `${weighted('top', 'topWeights', at)}  ${weighted('bottom', 'bottomWeights', at)}  f32x4.add`,
  ['top', 'bottom', 'topWeights', 'bottomWeights'],
)}`,
}
