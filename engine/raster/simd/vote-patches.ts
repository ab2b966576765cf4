import type { Kernel } from './assemble.ts'

/** Visits every \`$by\`th pixel of the patch around a target; \`$at\` is its place in the planes, in bytes. */
function visit(each: string): string {
  return `
  local.get $top  local.set $row
  loop
    local.get $row  local.get $stride  i32.mul
    local.get $left  i32.add  i32.const 2  i32.shl  local.set $at
    local.get $row  local.get $stride  i32.mul  local.get $right  i32.add  i32.const 2  i32.shl  local.set $end
    loop
      ${each}
      local.get $at  local.get $by  i32.const 2  i32.shl  i32.add  local.tee $at
      local.get $end  i32.gt_s  i32.eqz  br_if 0
    end
    local.get $row  local.get $by  i32.add  local.tee $row
    local.get $bottom  i32.gt_s  i32.eqz  br_if 0
  end`
}

const LEAST = visit(`
      local.get $least
      local.get $costs  local.get $at  i32.add  f32.load 0
      f32.min  local.set $least`)

const SUM = visit(`
      block
        local.get $costs  local.get $at  i32.add  f32.load 0  f64.promote_f32
        local.get $best  f64.sub  local.tee $excess
        local.get $most  f64.gt  br_if 0
        local.get $scale  local.get $scale  local.get $excess  f64.add  f64.div  local.tee $share
        local.get $share  f64.mul  local.tee $share
        local.get $share  f64.mul
        local.get $confidences  local.get $at  i32.add  f32.load 0  f64.promote_f32  f64.mul
        f64x2.splat  local.set $weight
        local.get $own
        local.get $shifts  local.get $at  i32.add  i32.load 0  i32.const 2  i32.shl  i32.add
        v128.load32_zero 0
        ;; The fourth byte is 1, so that the weights are summed beside the blue.
        v128.const 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0  v128.or
        i16x8.extend_low_i8x16_u  i32x4.extend_low_i16x8_u  local.tee $colour
        f64x2.convert_low_i32x4_s  local.get $weight  f64x2.mul
        local.get $first  f64x2.add  local.set $first
        local.get $colour  local.get $colour  i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7
        f64x2.convert_low_i32x4_s  local.get $weight  f64x2.mul
        local.get $second  f64x2.add  local.set $second
      end`)

/** A mean as a level, halves to the even one as clamped bytes have them. */
function level(sum: '$first' | '$second', lane: 0 | 1): string {
  return `local.get ${sum}  f64x2.extract_lane ${lane}  local.get $total  f64.div  f64.nearest  i32.trunc_sat_f64_s`
}

const BODY = `
loop
  local.get $targets  i32.load 0  local.tee $at
  local.get $width  i32.div_u  local.set $row
  local.get $at  local.get $row  local.get $width  i32.mul  i32.sub  local.set $column
  ;; The planes have a border of 3 pixels, so that what is 3 before a pixel lies at its own place.
  local.get $column  i32.const 3  local.get $column  i32.const 3  i32.gt_s  select  local.set $left
  local.get $row  i32.const 3  local.get $row  i32.const 3  i32.gt_s  select  local.set $top
  local.get $column  i32.const 6  i32.add  local.tee $right
  local.get $width  i32.const 2  i32.add  local.tee $end
  local.get $right  local.get $end  i32.lt_s  select  local.set $right
  local.get $row  i32.const 6  i32.add  local.tee $bottom
  local.get $height  i32.const 2  i32.add  local.tee $end
  local.get $bottom  local.get $end  i32.lt_s  select  local.set $bottom
  local.get $row  i32.const 3  i32.add  local.get $stride  i32.mul  local.get $column  i32.add
  i32.const 3  i32.add  i32.const 2  i32.shl  local.get $colours  i32.add  local.set $own
  local.get $to  i32.const -1  i32.store 0
  f32.const 3e38  local.set $least
  ${LEAST}
  block
    local.get $least  f32.const 3e38  f32.ge  br_if 0
    local.get $least  f64.promote_f32  local.tee $best
    local.get $bestShare  f64.mul  local.get $tolerance  f64.max  local.tee $scale
    f64.const 4  f64.mul  local.set $most
    i32.const 0  i32x4.splat  local.tee $first  local.set $second
    ${SUM}
    local.get $second  f64x2.extract_lane 1  local.tee $total
    f64.const 0  f64.gt  i32.eqz  br_if 0
    local.get $to
    ${level('$first', 0)}
    ${level('$first', 1)}  i32.const 8  i32.shl  i32.or
    ${level('$second', 0)}  i32.const 16  i32.shl  i32.or
    i32.store 0
  end
  local.get $targets  i32.const 4  i32.add  local.set $targets
  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

/**
 * Colours `count` pixels, at least 1, by the patches of 7 × 7 pixels over them: each proposes what its match has there.
 * At `targets` are indices of pixels in a level of `width` and `height`; their colours, RGB0, are written to `to`, and
 * -1 where no patch proposes any.
 *
 * The planes have a border of 3 pixels and rows of `stride`: what the match of each pixel costs, 3e38 or more without
 * one; how many places on that match lies; the confidence in each pixel, and its colour, RGB0. Only every `by`th patch
 * across and down is asked. A proposal that costs `scale` more than the best weighs a sixteenth: `tolerance`, or
 * `bestShare` of the best cost where that is more; one that costs more than four of it nothing.
 */
export type VotePatches = (
  to: number,
  targets: number,
  count: number,
  width: number,
  height: number,
  stride: number,
  costs: number,
  shifts: number,
  confidences: number,
  colours: number,
  by: number,
  tolerance: number,
  bestShare: number,
) => void

/** The kernel of {@link VotePatches}. */
export const VOTE_PATCHES: Kernel<VotePatches> = {
  parameters: [
    'to: i32',
    'targets: i32',
    'count: i32',
    'width: i32',
    'height: i32',
    'stride: i32',
    'costs: i32',
    'shifts: i32',
    'confidences: i32',
    'colours: i32',
    'by: i32',
    'tolerance: f64',
    'bestShare: f64',
  ],
  locals: {
    i32: 'own row column left top right bottom at end',
    f32: 'least',
    f64: 'best scale most excess share total',
    v128: 'weight colour first second',
  },
  body: BODY,
}
