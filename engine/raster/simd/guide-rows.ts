import type { Kernel } from './assemble.ts'

/**
 * What a guided filter begins with, for a rectangle of a grid whose rows are `stride` cells apart: luma, bytes at
 * `luma`, as 0–1 at `guide`; the 32-bit floats at `alpha` once more at `own`; their product at `both`, and the square
 * of the first at `square`. These four are 32-bit floats without gaps between rows. Four cells for each of `fours` in
 * each of `rows`, both at least 1.
 */
export type GuideRows = (
  luma: number,
  alpha: number,
  stride: number,
  guide: number,
  own: number,
  both: number,
  square: number,
  fours: number,
  rows: number,
) => void

/** The kernel of {@link GuideRows}. */
export const GUIDE_ROWS: Kernel<GuideRows> = {
  parameters: [
    'luma: i32',
    'alpha: i32',
    'stride: i32',
    'guide: i32',
    'own: i32',
    'both: i32',
    'square: i32',
    'fours: i32',
    'rows: i32',
  ],
  locals: { i32: 'to column', v128: 'unit level share' },
  body: `
f32.const ${1 / 255}  f32x4.splat  local.set $unit
i32.const 0  local.set $to
loop
  i32.const 0  local.set $column
  loop
    local.get $luma  local.get $column  i32.add  v128.load8x8_u 0
    i32x4.extend_low_i16x8_u  f32x4.convert_i32x4_s  local.get $unit  f32x4.mul  local.set $level
    local.get $alpha  local.get $column  i32.const 4  i32.mul  i32.add  v128.load 0  local.set $share
    local.get $guide  local.get $to  i32.add  local.get $level  v128.store 0
    local.get $own  local.get $to  i32.add  local.get $share  v128.store 0
    local.get $both  local.get $to  i32.add  local.get $level  local.get $share  f32x4.mul  v128.store 0
    local.get $square  local.get $to  i32.add  local.get $level  local.get $level  f32x4.mul  v128.store 0
    local.get $to  i32.const 16  i32.add  local.set $to
    local.get $column  i32.const 4  i32.add  local.tee $column
    local.get $fours  i32.const 4  i32.mul  i32.lt_s
    br_if 0
  end
  local.get $luma  local.get $stride  i32.add  local.set $luma
  local.get $alpha  local.get $stride  i32.const 4  i32.mul  i32.add  local.set $alpha
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
}
