import type { Kernel } from './assemble.ts'
import { FIXED_ONE } from './fixed-point.ts'

/** Code that clamps a 32-bit integer to 0–`most`. */
function clamped(value: string, most: string): string {
  return `
  ${value}  local.set $bound
  local.get $bound  local.get ${most}  local.get $bound  local.get ${most}  i32.lt_s  select  local.set $bound
  local.get $bound  i32.const 0  local.get $bound  i32.const 0  i32.gt_s  select`
}

/** Code that loads the pixel nearest to a 16.16 position. Beyond the edges, the edge pixels repeat. */
function pixelAt(x: string, y: string): string {
  return `
  ${clamped(`local.get ${y}  i32.const 16  i32.shr_s`, '$lastY')}
  local.get $width  i32.mul
  ${clamped(`local.get ${x}  i32.const 16  i32.shr_s`, '$lastX')}
  i32.add  i32.const 4  i32.shl  local.get $pixels  i32.add  v128.load 0`
}

const BODY = `
local.get $width  i32.const 1  i32.sub  local.set $lastX
local.get $height  i32.const 1  i32.sub  local.set $lastY
local.get $pixels  local.set $here
loop
  i32.const 0  local.set $x
  loop
    block
      local.get $cover  f32.load 0  f32.const 0  f32.gt  i32.eqz  br_if 0

      ;; two sample positions move away from the pixel in opposite directions
      local.get $flowX  f32.load 0  local.get $far  f32.mul  f32.nearest  i32.trunc_sat_f32_s  local.set $dx
      local.get $flowY  f32.load 0  local.get $far  f32.mul  f32.nearest  i32.trunc_sat_f32_s  local.set $dy
      local.get $x  i32.const 16  i32.shl  i32.const ${FIXED_ONE / 2}  i32.add  local.tee $aheadX  local.set $behindX
      local.get $y  i32.const 16  i32.shl  i32.const ${FIXED_ONE / 2}  i32.add  local.tee $aheadY  local.set $behindY
      local.get $here  v128.load 0
      local.get $weights  v128.load32_splat 0  f32x4.mul  local.set $sum
      local.get $weights  local.set $weight
      local.get $reach  local.set $left
      loop
        local.get $aheadX  local.get $dx  i32.add  local.set $aheadX
        local.get $aheadY  local.get $dy  i32.add  local.set $aheadY
        local.get $behindX  local.get $dx  i32.sub  local.set $behindX
        local.get $behindY  local.get $dy  i32.sub  local.set $behindY
        ${pixelAt('$aheadX', '$aheadY')}
        ${pixelAt('$behindX', '$behindY')}
        f32x4.add
        local.get $weight  i32.const 4  i32.add  local.tee $weight  v128.load32_splat 0
        f32x4.mul  local.get $sum  f32x4.add  local.set $sum
        local.get $left  i32.const 1  i32.sub  local.tee $left
        br_if 0
      end
      local.get $first  local.get $sum  v128.store32_lane 0 0
      local.get $second  local.get $sum  v128.store32_lane 0 1
      local.get $third  local.get $sum  v128.store32_lane 0 2
    end
    ${['first', 'second', 'third', 'flowX', 'flowY', 'cover']
      .map((plane) => `local.get $${plane}  i32.const 4  i32.add  local.set $${plane}`)
      .join('\n')}
    local.get $here  i32.const 16  i32.add  local.set $here
    local.get $x  i32.const 1  i32.add  local.tee $x
    local.get $width  i32.lt_s  br_if 0
  end
  local.get $y  i32.const 1  i32.add  local.tee $y
  local.get $height  i32.lt_s  br_if 0
end`

/**
 * Averages pixels along a straight line through each pixel, in the direction of a flow.
 *
 * The samples are the pixel itself and `reach` (at least 1) more on each side, nearest neighbours, `far` apart in 16.16
 * fixed point. `flowX` and `flowY` at the pixel give the direction as a unit vector. Each sample is multiplied by its
 * weight and the products are summed. The `reach` + 1 values at `weights` run from the centre outwards; both sides use
 * the same.
 *
 * `pixels` is the address of pixels of four 32-bit floats, as {@link InterleavePlanes} writes them. Their first three
 * channels go to the planes at `first`, `second` and `third`. These, `flowX`, `flowY`, `cover` and `weights` are
 * addresses of 32-bit floats. Pixels where `cover` is not above 0 are not written.
 */
export type AverageAlongFlow = (
  first: number,
  second: number,
  third: number,
  pixels: number,
  flowX: number,
  flowY: number,
  cover: number,
  width: number,
  height: number,
  weights: number,
  reach: number,
  far: number,
) => void

/** The kernel of {@link AverageAlongFlow}. */
export const AVERAGE_ALONG_FLOW: Kernel<AverageAlongFlow> = {
  parameters: [
    'first: i32',
    'second: i32',
    'third: i32',
    'pixels: i32',
    'flowX: i32',
    'flowY: i32',
    'cover: i32',
    'width: i32',
    'height: i32',
    'weights: i32',
    'reach: i32',
    'far: f32',
  ],
  locals: {
    i32: 'x y lastX lastY here bound dx dy aheadX aheadY behindX behindY weight left',
    v128: 'sum',
  },
  body: BODY,
}

/** The byte lanes of a shuffle that takes the given 32-bit lanes: 0–3 of the first vector, 4–7 of the second. */
function lanes(...each: number[]): string {
  return each.flatMap((lane) => [0, 1, 2, 3].map((byte) => 4 * lane + byte)).join(' ')
}

/**
 * Interleaves three planes of 32-bit floats: writes `count` × 4 pixels to address `to`, each with one value of every
 * plane and a zero.
 */
export type InterleavePlanes = (
  to: number,
  first: number,
  second: number,
  third: number,
  count: number,
) => void

/** The kernel of {@link InterleavePlanes}. */
export const INTERLEAVE_PLANES: Kernel<InterleavePlanes> = {
  parameters: ['to: i32', 'first: i32', 'second: i32', 'third: i32', 'count: i32'],
  locals: { v128: 'one other zero' },
  body: `
loop
  ${[0, 2]
    .map((lane) => {
      const both = lanes(lane, lane + 4, lane + 1, lane + 5)
      return `
  local.get $first  v128.load 0  local.get $second  v128.load 0  i8x16.shuffle ${both}  local.set $one
  local.get $third  v128.load 0  local.get $zero  i8x16.shuffle ${both}  local.set $other
  local.get $to  local.get $one  local.get $other  i8x16.shuffle ${lanes(0, 1, 4, 5)}  v128.store ${8 * lane * 2}
  local.get $to  local.get $one  local.get $other  i8x16.shuffle ${lanes(2, 3, 6, 7)}  v128.store ${8 * lane * 2 + 16}`
    })
    .join('')}
  local.get $to  i32.const 64  i32.add  local.set $to
  ${['first', 'second', 'third']
    .map((plane) => `local.get $${plane}  i32.const 16  i32.add  local.set $${plane}`)
    .join('\n')}
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`,
}
