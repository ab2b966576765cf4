import type { Kernel } from './assemble.ts'

/** What a cell of a matte is. */
export const BACKGROUND = 0
export const PERSON = 1
export const EDGE = 2

/**
 * A row of cells by their alphas, 32-bit floats at `alpha`: bytes at `to`, {@link BACKGROUND} below `low`,
 * {@link PERSON} above `high`, else {@link EDGE}. The byte before the first one is its like, and so is the one behind
 * the last one. Writes sixteens, `cells` is at least 1.
 */
export type ClassifyCells = (
  to: number,
  alpha: number,
  low: number,
  high: number,
  cells: number,
) => void

/** Code for four cells: leaves their kinds as 32-bit integers on the stack. */
function four(nth: number): string {
  return `
  i32.const 2  i32x4.splat
  local.get $alpha  v128.load ${16 * nth}  local.tee $values  local.get $lows  f32x4.lt
  i32.const 1  i32x4.shl  i32x4.add
  local.get $values  local.get $highs  f32x4.gt  i32x4.add`
}

/** The kernel of {@link ClassifyCells}. */
export const CLASSIFY_CELLS: Kernel<ClassifyCells> = {
  parameters: ['to: i32', 'alpha: i32', 'low: f32', 'high: f32', 'cells: i32'],
  locals: { i32: 'at last', v128: 'values lows highs' },
  body: `
local.get $low  f32x4.splat  local.set $lows
local.get $high  f32x4.splat  local.set $highs
local.get $to  local.set $at
local.get $to  local.get $cells  i32.add  local.set $last
loop
  local.get $at
  ${four(0)} ${four(1)} i16x8.narrow_i32x4_s
  ${four(2)} ${four(3)} i16x8.narrow_i32x4_s
  i8x16.narrow_i16x8_u  v128.store 0
  local.get $alpha  i32.const 64  i32.add  local.set $alpha
  local.get $at  i32.const 16  i32.add  local.tee $at
  local.get $last  i32.lt_s
  br_if 0
end
local.get $to  i32.const 1  i32.sub  local.get $to  i32.load8_u 0  i32.store8 0
local.get $last  local.get $last  i32.const 1  i32.sub  i32.load8_u 0  i32.store8 0`,
}

/**
 * Makes cells that differ from one beside, above or below them edges: kinds as {@link CLASSIFY_CELLS} gives them, in
 * rows of `stride` bytes, at `to` again. One row before the first and one behind the last are read. Writes sixteens,
 * `cells` and `rows` are at least 1.
 */
export type MarkEdges = (
  to: number,
  from: number,
  stride: number,
  cells: number,
  rows: number,
) => void

/** Code that adds whether a vector differs from the cells' own: all bits of a lane or none. */
function orDiffers(load: string): string {
  return `${load}  local.get $own  i8x16.ne  v128.or`
}

/** The kernel of {@link MarkEdges}. */
export const MARK_EDGES: Kernel<MarkEdges> = {
  parameters: ['to: i32', 'from: i32', 'stride: i32', 'cells: i32', 'rows: i32'],
  locals: { i32: 'at there', v128: 'own edges' },
  body: `
i32.const ${EDGE}  i8x16.splat  local.set $edges
loop
  i32.const 0  local.set $at
  loop
    local.get $to  local.get $at  i32.add
    local.get $edges
    local.get $from  local.get $at  i32.add  local.tee $there  v128.load 0  local.tee $own
    local.get $there  i32.const 1  i32.sub  v128.load 0  local.get $own  i8x16.ne
    ${orDiffers('local.get $there  v128.load 1')}
    ${orDiffers('local.get $there  local.get $stride  i32.add  v128.load 0')}
    ${orDiffers('local.get $there  local.get $stride  i32.sub  v128.load 0')}
    v128.bitselect  v128.store 0
    local.get $at  i32.const 16  i32.add  local.tee $at
    local.get $cells  i32.lt_s
    br_if 0
  end
  local.get $to  local.get $stride  i32.add  local.set $to
  local.get $from  local.get $stride  i32.add  local.set $from
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
}
