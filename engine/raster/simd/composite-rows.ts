import type { Kernel } from './assemble.ts'
import { changedLight } from './light-rows.ts'

/**
 * Puts a rectangle of pixels of one plane of people before what is at `to`: at an edge, where a pixel shows people and
 * their old background both, that background's share is taken out first. All values are bytes: at `from` the picture,
 * whose rows are `stride` apart as those at `to` are; at `alpha` 0 to 255, in rows `alphaStride` apart; at `old` the
 * level of the old background, and at `own` that of the people beside the edge, from which people at an edge may differ
 * by `spread`. These two have one byte for eight pixels of luma, which is 0 where the level is not known. The people's
 * light is changed by `shift` and `bend` as in `LightRows`. Eight pixels for each of `eights` in each of `rows`,
 * both at least 1.
 *
 * Alphas are rounded to 128ths, so that a share of a level has 16 bits. Where they are 0, nothing is changed.
 */
export type CompositeRows = (
  to: number,
  from: number,
  stride: number,
  alpha: number,
  alphaStride: number,
  old: number,
  own: number,
  spread: number,
  shift: number,
  bend: number,
  eights: number,
  rows: number,
) => void

/** What differs between planes: code that loads eight alphas, and how far the bytes of eight pixels lie apart. */
const PLANES = {
  luma: { alphas: 'v128.load8x8_u 0', alphaBytes: 8, levelBytes: 1 },
  colour: {
    alphas: 'v128.load 0  i32.const 255  i16x8.splat  v128.and',
    alphaBytes: 16,
    levelBytes: 2,
  },
} as const

function kernel(plane: keyof typeof PLANES): Kernel<CompositeRows> {
  const { alphas, alphaBytes, levelBytes } = PLANES[plane]
  return {
    parameters: [
      'to: i32',
      'from: i32',
      'stride: i32',
      'alpha: i32',
      'alphaStride: i32',
      'old: i32',
      'own: i32',
      'spread: i32',
      'shift: i32',
      'bend: i32',
      'eights: i32',
      'rows: i32',
    ],
    locals: {
      i32: 'at alphaAt levelAt left',
      v128: 'zero whole black white most spreads shifts bends share rest level behind beside people',
    },
    body: `
i32.const 0  i16x8.splat  local.set $zero
i32.const 128  i16x8.splat  local.set $whole
i32.const 16  i16x8.splat  local.set $black
i32.const 235  i16x8.splat  local.set $white
i32.const 240  i16x8.splat  local.set $most
local.get $spread  i16x8.splat  local.set $spreads
local.get $shift  i16x8.splat  local.set $shifts
local.get $bend  i16x8.splat  local.set $bends
loop
  i32.const 0  local.set $at
  local.get $alpha  local.set $alphaAt
  i32.const 0  local.set $levelAt
  local.get $eights  local.set $left
  loop
    ;; alpha in 128ths, and what is left to the background
    local.get $alphaAt  ${alphas}
    i32.const 1  i16x8.splat  i16x8.add  i32.const 1  i16x8.shr_u  local.set $share
    local.get $whole  local.get $share  i16x8.sub  local.set $rest
    local.get $from  local.get $at  i32.add  v128.load8x8_u 0  local.set $level

    ;; the old background where it is known, else the pixel itself
    local.get $level
    local.get $old  local.get $levelAt  i32.add  v128.load8_splat 0  i16x8.extend_low_i8x16_u
    local.tee $behind  local.get $behind  local.get $zero  i16x8.eq
    v128.bitselect  local.set $behind
    local.get $own  local.get $levelAt  i32.add  v128.load8_splat 0  i16x8.extend_low_i8x16_u
    local.set $beside

    ;; the people's level times their share, within the bounds of those beside them unless all of it is theirs
    local.get $level  i32.const 7  i16x8.shl  local.tee $people
    local.get $people  local.get $rest  local.get $behind  i16x8.mul  i16x8.sub
    local.get $beside  local.get $spreads  i16x8.sub  local.get $black  i16x8.max_s
    local.get $share  i16x8.mul  i16x8.max_s
    local.get $most
    local.get $beside  local.get $spreads  i16x8.add  local.get $most  i16x8.min_s
    local.get $beside  local.get $zero  i16x8.eq
    v128.bitselect
    local.get $share  i16x8.mul  i16x8.min_s
    local.get $share  local.get $whole  i16x8.eq
    v128.bitselect

    ;; and the new background's
    local.get $rest  local.get $to  local.get $at  i32.add  v128.load8x8_u 0  i16x8.mul  i16x8.add

    ;; and the change of the people's light
    ${changedLight}  local.get $share  i16x8.mul
    i16x8.add_sat_s
    i32.const 64  i16x8.splat  i16x8.add_sat_s
    i32.const 7  i16x8.shr_s  local.tee $people
    local.get $people  i8x16.narrow_i16x8_u  local.set $people
    local.get $to  local.get $at  i32.add  local.get $people  v128.store64_lane 0 0
    local.get $alphaAt  i32.const ${alphaBytes}  i32.add  local.set $alphaAt
    local.get $levelAt  i32.const ${levelBytes}  i32.add  local.set $levelAt
    local.get $at  i32.const 8  i32.add  local.set $at
    local.get $left  i32.const 1  i32.sub  local.tee $left
    br_if 0
  end
  local.get $to  local.get $stride  i32.add  local.set $to
  local.get $from  local.get $stride  i32.add  local.set $from
  local.get $alpha  local.get $alphaStride  i32.add  local.set $alpha
  local.get $rows  i32.const 1  i32.sub  local.tee $rows
  br_if 0
end`,
  }
}

/** The kernel of {@link CompositeRows} for luma. */
export const COMPOSITE_LUMA_ROWS = kernel('luma')

/** The kernel of {@link CompositeRows} for colour at half the size, with alphas at full size. */
export const COMPOSITE_COLOUR_ROWS = kernel('colour')
