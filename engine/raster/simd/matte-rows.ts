import type { Kernel } from './assemble.ts'

/**
 * Writes the alphas of a rectangle of pixels as bytes 0 to 255: slope · luma + offset, with `haze` taken off at both
 * ends and steeper in the middle. Slopes and offsets are 32-bit floats for each pixel of a row of cells; those of the
 * next row of cells are `cellStride` bytes behind. The first row of pixels lies at the fraction `down` between two
 * rows of cells, each other one `step` below the one before, at most 1. Eight pixels for each of `eights` in each of
 * `rows`, both at least 1, and behind them eight times the byte `behind`.
 */
export type MatteRows = (
  to: number,
  toStride: number,
  luma: number,
  lumaStride: number,
  slope: number,
  offset: number,
  cellStride: number,
  down: number,
  step: number,
  haze: number,
  scale: number,
  eights: number,
  rows: number,
  behind: number,
) => void

/** Code that interpolates between two rows of floats at a byte offset. */
function between(above: string, below: string, offset: number): string {
  return `
  local.get ${above}  local.get $far  i32.add  v128.load ${offset}  local.tee $first
  local.get ${below}  local.get $far  i32.add  v128.load ${offset}
  local.get $first  f32x4.sub  local.get $share  f32x4.mul  f32x4.add`
}

/** Code for half of eight pixels: leaves four alphas as 32-bit integers on the stack. */
function four(half: 'low' | 'high'): string {
  const offset = half === 'low' ? 0 : 16
  return `
  ${between('$slope', '$slopeBelow', offset)}
  local.get $levels  i32x4.extend_${half}_i16x8_u  f32x4.convert_i32x4_s  f32x4.mul
  ${between('$offset', '$offsetBelow', offset)}
  f32x4.add
  local.get $hazes  f32x4.sub  local.get $scales  f32x4.mul
  local.get $zero  f32x4.pmax  local.get $one  f32x4.pmin  local.tee $t
  local.get $t  f32x4.mul
  f32.const 3  f32x4.splat  local.get $t  local.get $t  f32x4.add  f32x4.sub  f32x4.mul
  f32.const 255  f32x4.splat  f32x4.mul  f32x4.nearest  i32x4.trunc_sat_f32x4_s`
}

/** The kernel of {@link MatteRows}. */
export const MATTE_ROWS: Kernel<MatteRows> = {
  parameters: [
    'to: i32',
    'toStride: i32',
    'luma: i32',
    'lumaStride: i32',
    'slope: i32',
    'offset: i32',
    'cellStride: i32',
    'down: f32',
    'step: f32',
    'haze: f32',
    'scale: f32',
    'eights: i32',
    'rows: i32',
    'behind: i32',
  ],
  locals: {
    i32: 'slopeBelow offsetBelow at far left isNext',
    v128: 'share hazes scales zero one levels first t packed ends',
  },
  body: `
local.get $haze  f32x4.splat  local.set $hazes
local.get $scale  f32x4.splat  local.set $scales
f32.const 0  f32x4.splat  local.set $zero
f32.const 1  f32x4.splat  local.set $one
local.get $behind  i8x16.splat  local.set $ends
loop
  local.get $down  f32x4.splat  local.set $share
  local.get $slope  local.get $cellStride  i32.add  local.set $slopeBelow
  local.get $offset  local.get $cellStride  i32.add  local.set $offsetBelow
  i32.const 0  local.set $at
  i32.const 0  local.set $far
  local.get $eights  local.set $left
  loop
    local.get $luma  local.get $at  i32.add  v128.load8x8_u 0  local.set $levels
    ${four('low')}
    ${four('high')}
    i16x8.narrow_i32x4_s  local.tee $packed
    local.get $packed  i8x16.narrow_i16x8_u  local.set $packed
    local.get $to  local.get $at  i32.add  local.get $packed  v128.store64_lane 0 0
    local.get $at  i32.const 8  i32.add  local.set $at
    local.get $far  i32.const 32  i32.add  local.set $far
    local.get $left  i32.const 1  i32.sub  local.tee $left
    br_if 0
  end
  local.get $to  local.get $at  i32.add  local.get $ends  v128.store64_lane 0 0
  local.get $to  local.get $toStride  i32.add  local.set $to
  local.get $luma  local.get $lumaStride  i32.add  local.set $luma

  ;; down, maybe into the next row of cells
  local.get $down  local.get $step  f32.add  local.tee $down
  f32.const 1  f32.ge  local.set $isNext
  local.get $down  local.get $isNext  f32.convert_i32_s  f32.sub  local.set $down
  local.get $slope  local.get $cellStride  local.get $isNext  i32.mul  i32.add  local.set $slope
  local.get $offset  local.get $cellStride  local.get $isNext  i32.mul  i32.add  local.set $offset
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
}
