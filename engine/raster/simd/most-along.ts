import type { Kernel } from './assemble.ts'

/**
 * The largest values of a plane of 32-bit floats along its rows and its columns: four for each row at `ofRows`, which
 * together have it, and one for each column at `ofColumns`, where it is taken together with what stands there. Fours of
 * columns, `columns` and `rows` are at least 1.
 */
export type MostAlong = (
  ofRows: number,
  ofColumns: number,
  plane: number,
  columns: number,
  rows: number,
) => void

/** The kernel of {@link MostAlong}. */
export const MOST_ALONG: Kernel<MostAlong> = {
  parameters: ['ofRows: i32', 'ofColumns: i32', 'plane: i32', 'columns: i32', 'rows: i32'],
  locals: { i32: 'at end', v128: 'values most' },
  body: `
local.get $columns  i32.const 2  i32.shl  local.set $end
loop
  i32.const 0  local.set $at
  local.get $plane  v128.load 0  local.set $most
  loop
    local.get $plane  local.get $at  i32.add  v128.load 0  local.tee $values
    local.get $most  f32x4.pmax  local.set $most
    local.get $ofColumns  local.get $at  i32.add
    local.get $ofColumns  local.get $at  i32.add  v128.load 0
    local.get $values  f32x4.pmax  v128.store 0
    local.get $at  i32.const 16  i32.add  local.tee $at
    local.get $end  i32.lt_s
    br_if 0
  end
  local.get $ofRows  local.get $most  v128.store 0
  local.get $ofRows  i32.const 16  i32.add  local.set $ofRows
  local.get $plane  local.get $end  i32.add  local.set $plane
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
}
