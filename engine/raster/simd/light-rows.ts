import type { Kernel } from './assemble.ts'

/**
 * Writes a rectangle of levels with their light changed: by `shift` levels, and by a parabola that is 0 at the levels
 * 16 and 235: `bend` · (level − 16) · (235 − level) / 32768. All are bytes, in rows `stride` apart at both
 * addresses; `count` of each of `rows`, at least 8 and 1.
 */
export type LightRows = (
  to: number,
  from: number,
  stride: number,
  shift: number,
  bend: number,
  count: number,
  rows: number,
) => void

/** Code that leaves on the stack by how much the light of eight levels is changed. */
export const changedLight = `
    local.get $level  local.get $black  i16x8.sub  local.get $white  local.get $level  i16x8.sub  i16x8.mul
    local.get $bends  i16x8.q15mulr_sat_s  local.get $shifts  i16x8.add`

/** The kernel of {@link LightRows}. The last eight of a row may overlap those before. */
export const LIGHT_ROWS: Kernel<LightRows> = {
  parameters: [
    'to: i32',
    'from: i32',
    'stride: i32',
    'shift: i32',
    'bend: i32',
    'count: i32',
    'rows: i32',
  ],
  locals: { i32: 'at last done', v128: 'black white shifts bends level' },
  body: `
i32.const 16  i16x8.splat  local.set $black
i32.const 235  i16x8.splat  local.set $white
local.get $shift  i16x8.splat  local.set $shifts
local.get $bend  i16x8.splat  local.set $bends
local.get $count  i32.const 8  i32.sub  local.set $last
loop
  i32.const 0  local.set $at
  loop
    local.get $from  local.get $at  i32.add  v128.load8x8_u 0  local.tee $level
    ${changedLight}
    i16x8.add  local.tee $level  local.get $level  i8x16.narrow_i16x8_u  local.set $level
    local.get $to  local.get $at  i32.add  local.get $level  v128.store64_lane 0 0

    ;; eight on, or back to the last eight, until these are done
    local.get $at  local.set $done
    local.get $last
    local.get $at  i32.const 8  i32.add  local.tee $at
    local.get $at  local.get $last  i32.gt_s
    select  local.set $at
    local.get $done  local.get $last  i32.lt_s
    br_if 0
  end
  local.get $to  local.get $stride  i32.add  local.set $to
  local.get $from  local.get $stride  i32.add  local.set $from
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
}
