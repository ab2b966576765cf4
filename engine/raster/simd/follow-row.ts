import type { Kernel } from './assemble.ts'

/**
 * A row of a plane as motion has moved it, with values between pixels; outside, the nearest one counts. The plane at
 * `from` has `width` × `height` 32-bit floats, both at least 2. Vectors are those of the centres of blocks of eight
 * pixels, 32-bit floats at `alongX` and `alongY`; the last one is there twice. Writes fours, the last of which may
 * reach behind the row.
 */
export type FollowRow = (
  to: number,
  from: number,
  width: number,
  height: number,
  y: number,
  alongX: number,
  alongY: number,
) => void

/** Code for a vector between two blocks: four lanes on the stack. */
function vectorAt(vectors: string): string {
  return `
    local.get ${vectors}  local.get $block  i32.add  v128.load32_splat 0  local.tee $one
    local.get ${vectors}  local.get $block  i32.add  v128.load32_splat 4
    local.get $one  f32x4.sub  local.get $share  f32x4.mul  f32x4.add`
}

/** Code that keeps the position on the stack within the plane: the pixel before it, and how far it is from that. */
function splitPosition(last: string, whole: string, rest: string): string {
  return `
    f32.const 0  f32x4.splat  f32x4.pmax
    local.get ${last}  f32.convert_i32_s  f32x4.splat  f32x4.pmin  local.tee ${rest}
    i32x4.trunc_sat_f32x4_s  local.get ${last}  i32.const 1  i32.sub  i32x4.splat  i32x4.min_s  local.tee ${whole}
    f32x4.convert_i32x4_s  local.set $one
    local.get ${rest}  local.get $one  f32x4.sub  local.set ${rest}`
}

/** Code that loads the value at a lane's offset and the one behind it, of both rows, into half of two vectors. */
function loadPair(lane: number): string {
  const [above, below] = lane < 2 ? ['$above', '$below'] : ['$aboveNext', '$belowNext']
  const half = lane % 2
  return `
    local.get $from  local.get $offsets  i32x4.extract_lane ${lane}  i32.add  local.tee $at
    local.get ${above}  v128.load64_lane 0 ${half}  local.set ${above}
    local.get $at  local.get $stride  i32.add
    local.get ${below}  v128.load64_lane 0 ${half}  local.set ${below}`
}

/** Code for the values between the pairs of a row: four lanes on the stack. */
function betweenPairs(pairs: string, next: string): string {
  return `
    local.get ${pairs}  local.get ${next}  i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27  local.tee $one
    local.get ${pairs}  local.get ${next}  i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31
    local.get $one  f32x4.sub  local.get $right  f32x4.mul  f32x4.add`
}

/** The kernel of {@link FollowRow}. */
export const FOLLOW_ROW: Kernel<FollowRow> = {
  parameters: [
    'to: i32',
    'from: i32',
    'width: i32',
    'height: i32',
    'y: i32',
    'alongX: i32',
    'alongY: i32',
  ],
  locals: {
    i32: 'x first block at stride lastColumn lastRow',
    v128: 'share one columns rows right down offsets above below aboveNext belowNext',
  },
  body: `
local.get $width  i32.const 2  i32.shl  local.set $stride
local.get $width  i32.const 1  i32.sub  local.set $lastColumn
local.get $height  i32.const 1  i32.sub  local.set $lastRow
loop
  ;; the block whose centre is before these four pixels; before the first centre its own vector counts
  local.get $x  i32.const 4  i32.sub  i32.const 3  i32.shr_s  local.tee $first
  i32.const 0  local.get $first  i32.const 0  i32.gt_s  select  local.tee $first
  i32.const 2  i32.shl  local.set $block
  local.get $x  f32.convert_i32_s  f32x4.splat
  v128.const 0 0 0 63 0 0 192 63 0 0 32 64 0 0 96 64  f32x4.add
  f32.const ${1 / 8}  f32x4.splat  f32x4.mul
  local.get $first  f32.convert_i32_s  f32.const 0.5  f32.add  f32x4.splat  f32x4.sub
  f32.const 0  f32x4.splat  f32x4.pmax  local.set $share

  local.get $x  f32.convert_i32_s  f32x4.splat
  v128.const 0 0 0 0 0 0 128 63 0 0 0 64 0 0 64 64  f32x4.add
  ${vectorAt('$alongX')}
  f32x4.add
  ${splitPosition('$lastColumn', '$columns', '$right')}
  local.get $y  f32.convert_i32_s  f32x4.splat
  ${vectorAt('$alongY')}
  f32x4.add
  ${splitPosition('$lastRow', '$rows', '$down')}

  local.get $rows  local.get $width  i32x4.splat  i32x4.mul  local.get $columns  i32x4.add
  i32.const 2  i32x4.shl  local.set $offsets
  ${[0, 1, 2, 3].map(loadPair).join('')}
  local.get $to
  ${betweenPairs('$above', '$aboveNext')}
  local.tee $above
  ${betweenPairs('$below', '$belowNext')}
  local.get $above  f32x4.sub  local.get $down  f32x4.mul  f32x4.add
  v128.store 0

  local.get $to  i32.const 16  i32.add  local.set $to
  local.get $x  i32.const 4  i32.add  local.tee $x
  local.get $width  i32.lt_s
  br_if 0
end`,
}
