import type { Kernel } from './assemble.ts'

/**
 * Puts a run of pixels of one plane of people before what is at `to`: at an edge, where a pixel shows people and their
 * old background both, that background's share is taken out first. All rows are bytes, one a pixel: `from` the picture,
 * `alpha` 0–255, `old` the level of the old background, and `own` that of the people beside the edge, from which
 * people at an edge may differ by `spread`; both are 0 where they are not known. People are changed by `shift`
 * levels, and by a parabola that is 0 at the levels 16 and 235: `bend` · (level − 16) · (235 − level) / 32768.
 * Eight pixels for each of `eights`, at least 1.
 *
 * Alphas are rounded to 128ths, so that a share of a level has 16 bits.
 */
export type CompositeRow = (
  to: number,
  from: number,
  alpha: number,
  old: number,
  own: number,
  spread: number,
  shift: number,
  bend: number,
  eights: number,
) => void

/** Code that loads eight alphas: of neighbours, or of every second pixel of luma for a plane of colour. */
const ALPHAS = {
  each: 'v128.load8x8_u 0',
  everySecond: 'v128.load 0  i32.const 255  i16x8.splat  v128.and',
}

function kernel(alphas: keyof typeof ALPHAS): Kernel<CompositeRow> {
  return {
    parameters: [
      'to: i32',
      'from: i32',
      'alpha: i32',
      'old: i32',
      'own: i32',
      'spread: i32',
      'shift: i32',
      'bend: i32',
      'eights: i32',
    ],
    locals: {
      i32: 'at',
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
i32.const 0  local.set $at
loop
  ;; alpha in 128ths, and what is left to the background
  local.get $alpha  ${ALPHAS[alphas]}
  i32.const 1  i16x8.splat  i16x8.add  i32.const 1  i16x8.shr_u  local.set $share
  local.get $whole  local.get $share  i16x8.sub  local.set $rest
  local.get $from  local.get $at  i32.add  v128.load8x8_u 0  local.set $level

  ;; the old background where it is known, else the pixel itself
  local.get $level
  local.get $old  local.get $at  i32.add  v128.load8x8_u 0  local.tee $behind
  local.get $behind  local.get $zero  i16x8.eq
  v128.bitselect  local.set $behind
  local.get $own  local.get $at  i32.add  v128.load8x8_u 0  local.set $beside

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
  local.get $level  local.get $black  i16x8.sub  local.get $white  local.get $level  i16x8.sub  i16x8.mul
  local.get $bends  i16x8.q15mulr_sat_s  local.get $shifts  i16x8.add  local.get $share  i16x8.mul
  i16x8.add_sat_s
  i32.const 64  i16x8.splat  i16x8.add_sat_s
  i32.const 7  i16x8.shr_s  local.tee $people
  local.get $people  i8x16.narrow_i16x8_u  local.set $people
  local.get $to  local.get $at  i32.add  local.get $people  v128.store64_lane 0 0
  local.get $alpha  i32.const ${alphas === 'each' ? 8 : 16}  i32.add  local.set $alpha
  local.get $at  i32.const 8  i32.add  local.set $at
  local.get $eights  i32.const 1  i32.sub  local.tee $eights
  br_if 0
end`,
  }
}

/** The kernel of {@link CompositeRow} for luma. */
export const COMPOSITE_LUMA_ROW = kernel('each')

/** The kernel of {@link CompositeRow} for colour at half the size, with alphas at full size. */
export const COMPOSITE_COLOUR_ROW = kernel('everySecond')
