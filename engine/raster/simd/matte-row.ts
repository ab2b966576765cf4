import type { Kernel } from './assemble.ts'

/**
 * Writes the alphas of a run of pixels as bytes 0–255: slope · luma + offset, with `haze` taken off at both ends and
 * steeper in the middle. Slopes and offsets are 32-bit floats for each pixel, given for a row above and one below, and
 * interpolated at the fraction `down` between them. Eight pixels for each of `eights`, which is at least 1.
 */
export type MatteRow = (
  to: number,
  luma: number,
  slopeAbove: number,
  slopeBelow: number,
  offsetAbove: number,
  offsetBelow: number,
  down: number,
  haze: number,
  scale: number,
  eights: number,
) => void

/** Code that interpolates between two rows of floats at a byte offset. */
function between(above: string, below: string, offset: number): string {
  return `
  local.get ${above}  local.get $at  i32.add  v128.load ${offset}  local.tee $first
  local.get ${below}  local.get $at  i32.add  v128.load ${offset}
  local.get $first  f32x4.sub  local.get $share  f32x4.mul  f32x4.add`
}

/** Code for half of eight pixels: leaves four alphas as 32-bit integers on the stack. */
function four(half: 'low' | 'high'): string {
  const offset = half === 'low' ? 0 : 16
  return `
  ${between('$slopeAbove', '$slopeBelow', offset)}
  local.get $levels  i32x4.extend_${half}_i16x8_u  f32x4.convert_i32x4_s  f32x4.mul
  ${between('$offsetAbove', '$offsetBelow', offset)}
  f32x4.add
  local.get $hazes  f32x4.sub  local.get $scales  f32x4.mul
  local.get $zero  f32x4.pmax  local.get $one  f32x4.pmin  local.tee $t
  local.get $t  f32x4.mul
  f32.const 3  f32x4.splat  local.get $t  local.get $t  f32x4.add  f32x4.sub  f32x4.mul
  f32.const 255  f32x4.splat  f32x4.mul  f32x4.nearest  i32x4.trunc_sat_f32x4_s`
}

/** The kernel of {@link MatteRow}. */
export const MATTE_ROW: Kernel<MatteRow> = {
  parameters: [
    'to: i32',
    'luma: i32',
    'slopeAbove: i32',
    'slopeBelow: i32',
    'offsetAbove: i32',
    'offsetBelow: i32',
    'down: f32',
    'haze: f32',
    'scale: f32',
    'eights: i32',
  ],
  locals: { i32: 'at', v128: 'share hazes scales zero one levels first t packed' },
  body: `
local.get $down  f32x4.splat  local.set $share
local.get $haze  f32x4.splat  local.set $hazes
local.get $scale  f32x4.splat  local.set $scales
f32.const 0  f32x4.splat  local.set $zero
f32.const 1  f32x4.splat  local.set $one
i32.const 0  local.set $at
loop
  local.get $luma  v128.load8x8_u 0  local.set $levels
  ${four('low')}
  ${four('high')}
  i16x8.narrow_i32x4_s  local.tee $packed
  local.get $packed  i8x16.narrow_i16x8_u  local.set $packed
  local.get $to  local.get $packed  v128.store64_lane 0 0
  local.get $to  i32.const 8  i32.add  local.set $to
  local.get $luma  i32.const 8  i32.add  local.set $luma
  local.get $at  i32.const 32  i32.add  local.set $at
  local.get $eights  i32.const 1  i32.sub  local.tee $eights
  br_if 0
end`,
}
