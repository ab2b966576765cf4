import type { Kernel } from './assemble.ts'

/**
 * Combines the square of values around each one at `from`, edges repeated: `fours` × 4 of each of `rows`, which
 * lie `stride` bytes apart at both addresses. All are 32-bit floats, and `fours` and `rows` at least 1. At `scratch`
 * there is room for a row and eight values more.
 */
export type BoxRows = (
  to: number,
  from: number,
  scratch: number,
  stride: number,
  fours: number,
  rows: number,
) => void

/** Code for the address of the row at a distance from the one in hand, the first or the last where there is none. */
function rowAddress(distance: number): string {
  const clamped =
    distance < 0
      ? `local.get $first  local.get $at  local.get $at  local.get $first  i32.lt_s  select`
      : `local.get $last  local.get $at  local.get $at  local.get $last  i32.gt_s  select`
  return `
  local.get $row  local.get $stride  i32.const ${distance}  i32.mul  i32.add  local.set $at
  ${clamped}`
}

/** @param reach values to each side of one, at most 4 */
function kernel(
  combine: 'f32x4.add' | 'f32x4.pmax',
  reach: number,
  share: number,
): Kernel<BoxRows> {
  const distances = Array.from({ length: reach }, (_, nth) => nth + 1)
  const both = distances.flatMap((distance) => [-distance, distance])
  const rowName = (distance: number): string =>
    distance < 0 ? `above${-distance}` : `below${distance}`
  const rowsAround = both.map(
    (distance) =>
      `local.get $${rowName(distance)}  local.get $left  i32.add  v128.load 0  ${combine}`,
  )
  const columnsAround = distances.flatMap((distance) => [
    `local.get $x  v128.load ${4 * distance}  ${combine}`,
    `local.get $x  i32.const ${4 * distance}  i32.sub  v128.load 0  ${combine}`,
  ])
  return {
    parameters: ['to: i32', 'from: i32', 'scratch: i32', 'stride: i32', 'fours: i32', 'rows: i32'],
    locals: {
      i32: `first last row at left x end ${both.map(rowName).join(' ')}`,
      v128: 'shares',
    },
    body: `
f32.const ${share}  f32x4.splat  local.set $shares
local.get $from  local.tee $first  local.set $row
local.get $from  local.get $stride  local.get $rows  i32.const 1  i32.sub  i32.mul  i32.add  local.set $last
local.get $scratch  i32.const 16  i32.add  local.set $scratch
local.get $scratch  local.get $fours  i32.const 16  i32.mul  i32.add  local.set $end
loop
${both.map((distance) => `${rowAddress(distance)}  local.set $${rowName(distance)}`).join('\n')}

  ;; the rows around one
  local.get $scratch  local.set $x
  i32.const 0  local.set $left
  loop
    local.get $x
    local.get $row  local.get $left  i32.add  v128.load 0
    ${rowsAround.join('\n')}
    v128.store 0
    local.get $left  i32.const 16  i32.add  local.set $left
    local.get $x  i32.const 16  i32.add  local.tee $x
    local.get $end  i32.lt_u
    br_if 0
  end
  local.get $scratch  i32.const 16  i32.sub
  local.get $scratch  v128.load32_splat 0  v128.store 0
  local.get $end
  local.get $end  i32.const 4  i32.sub  v128.load32_splat 0  v128.store 0

  ;; the columns around one
  local.get $scratch  local.set $x
  local.get $to  local.set $at
  loop
    local.get $at
    local.get $x  v128.load 0
    ${columnsAround.join('\n')}
    local.get $shares  f32x4.mul
    v128.store 0
    local.get $at  i32.const 16  i32.add  local.set $at
    local.get $x  i32.const 16  i32.add  local.tee $x
    local.get $end  i32.lt_u
    br_if 0
  end
  local.get $to  local.get $stride  i32.add  local.set $to
  local.get $row  local.get $stride  i32.add  local.set $row
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
  }
}

const kernels = new Map<string, Kernel<BoxRows>>()

/** The kernel of {@link BoxRows} for means or for largest values, of so many values to each side, at most 4. */
export function boxRowsKernel(of: 'mean' | 'most', reach: number): Kernel<BoxRows> {
  const known = kernels.get(`${of} ${reach}`)
  if (known) return known
  const made =
    of === 'mean'
      ? kernel('f32x4.add', reach, 1 / (2 * reach + 1) ** 2)
      : kernel('f32x4.pmax', reach, 1)
  kernels.set(`${of} ${reach}`, made)
  return made
}
