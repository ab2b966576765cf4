import type { Kernel } from './assemble.ts'
import { COMPARE_ROWS } from './compare-patches.ts'

/** The next of the random numbers of `seededRandom`, from -1 to 1, times `$reach`. */
const SHIFT = `
  local.get $s  local.get $s  i32.const 13  i32.shl  i32.xor  local.set $s
  local.get $s  local.get $s  i32.const 17  i32.shr_u  i32.xor  local.set $s
  local.get $s  local.get $s  i32.const 5  i32.shl  i32.xor  local.tee $s
  f64.convert_i32_u  f64.const 4294967296  f64.div
  f64.const 2  f64.mul  f64.const 1  f64.sub
  local.get $reach  f64.mul`

/** Rounds as `Math.round` does, halves upwards, to a 32-bit integer. */
const ROUND = `
  local.tee $v  f64.ceil  local.set $w
  local.get $w
  local.get $w  f64.const 0.5  f64.sub  local.get $v  f64.gt  f64.convert_i32_u
  f64.sub  i32.trunc_sat_f64_s`

/** A 32-bit float at an address and an offset, as one of 64 bits. */
function float(address: string, offset = 0): string {
  return `local.get ${address}  f32.load ${offset}  f64.promote_f32`
}

/** The squared difference of a statistic of the match and what is expected. */
function squared(channel: 0 | 4 | 8): string {
  return `${float('$stat', channel)}  ${float('$own4', channel)}  f64.sub  local.tee $v  local.get $v  f64.mul`
}

/** Leaves the block at depth `out` unless the pixel \`$q\` can be a new match; sets \`$limit\`. */
const CAN_MATCH = `
  local.get $q  local.get $size  i32.lt_u  i32.eqz  br_if 1
  local.get $isSource  local.get $q  i32.add  i32.load8_u 0  i32.const 1  i32.ne  br_if 1
  local.get $q  local.get $matchAt  i32.load 0  i32.eq  br_if 1
  ${float('$costAt')}  local.set $limit`

/** The cost of pixel \`$q\` as a match; leaves the block around it where that is infinite. */
const COST = `
  local.get $q  local.get $width  i32.div_u  local.set $row
  local.get $y  local.get $row  i32.sub  local.tee $dy
  f64.convert_i32_s  local.set $down
  local.get $p  local.get $q  i32.sub  local.get $dy  local.get $width  i32.mul  i32.sub
  f64.convert_i32_s  local.set $across
  local.get $across  local.get $across  f64.mul  local.get $down  local.get $down  f64.mul  f64.add  f64.sqrt
  local.tee $distance  local.get $farthest  f64.gt  br_if 0

  local.get $scale
  local.get $perPixel  local.get $distance  f64.mul
  local.get $perColumn  local.get $across  f64.abs  f64.mul  f64.add
  local.get $perRow  local.get $down  f64.abs  f64.mul  f64.add
  f64.mul  local.set $fixed
  block
    local.get $sourceCosts  i32.eqz  br_if 0
    local.get $sourceCosts  local.get $q  i32.const 2  i32.shl  i32.add  local.set $at
    local.get $fixed  ${float('$at')}  f64.add  local.set $fixed
  end
  block
    local.get $parts  i32.eqz  br_if 0
    local.get $parts  local.get $p  i32.add  i32.load8_s 0
    local.get $parts  local.get $q  i32.add  i32.load8_s 0  i32.mul
    i32.const 0  i32.lt_s  i32.eqz  br_if 0
    local.get $fixed  local.get $overCost  f64.add  local.set $fixed
  end

  local.get $stats  local.get $q  i32.const 4  i32.shl  i32.add  local.set $stat
  ${squared(0)}
  ${squared(4)}  f64.add
  ${squared(8)}  f64.add
  local.set $squares
  block
    block
      local.get $asLively  br_if 0
      ${float('$stat', 12)}  ${float('$own4', 12)}  f64.sub  local.set $v
      local.get $excessWeight  f64.const 0  local.get $v  f64.max  f64.mul  local.set $v
      br 1
    end
    f64.const 0  ${float('$stat', 12)}  f64.max  f64.sqrt
    f64.const 0  ${float('$own4', 12)}  f64.max  f64.sqrt  f64.sub
    local.tee $v  local.get $v  f64.mul  local.set $v
  end
  local.get $fixed
  local.get $mostDeviation
  ${float('$confidenceAt')}  local.get $squares  local.get $v  f64.add  f64.mul
  f64.min  f64.add  local.tee $fixed
  local.get $limit  f64.ge  br_if 0

  ${float('$sumAt')}  local.tee $weight  f64.const 0  f64.eq  br_if 0
  local.get $limit  local.get $fixed  f64.sub  local.get $weight  f64.mul  local.tee $most
  f32.demote_f64  f32x4.splat  local.set $stop
  local.get $corners  local.get $k4  i32.add  i32.load 0  i32.const 2  i32.shl  local.set $at
  local.get $colours  local.get $at  i32.add  local.set $own
  local.get $confidences  local.get $at  i32.add  local.set $weights
  local.get $colours
  local.get $q  local.get $row  local.get $gap  i32.mul  i32.add  i32.const 2  i32.shl
  i32.add  local.set $other
  i32.const 0  i32x4.splat  local.set $sum
  ${COMPARE_ROWS}
  local.get $total  f32x4.extract_lane 0  f64.promote_f32  local.tee $v
  local.get $most  f64.gt  br_if 0
  local.get $fixed  local.get $v  local.get $weight  f64.div  f64.add  local.set $result`

const BODY = `
local.get $random  i32.load 0  local.set $s
local.get $width  local.get $height  i32.mul  local.set $size
loop
  local.get $count  i32.const 1  i32.sub  local.get $n  i32.sub  local.get $n
  local.get $step  i32.const 0  i32.lt_s  select  i32.const 2  i32.shl  local.set $k4
  local.get $pixels  local.get $k4  i32.add  i32.load 0  local.set $p
  local.get $p  local.get $width  i32.div_u  local.set $y
  local.get $p  local.get $y  local.get $width  i32.mul  i32.sub  local.set $x
  local.get $matches  local.get $k4  i32.add  local.set $matchAt
  local.get $costs  local.get $k4  i32.add  local.set $costAt
  local.get $sums  local.get $k4  i32.add  local.set $sumAt
  local.get $expected  local.get $k4  i32.const 2  i32.shl  i32.add  local.set $own4
  local.get $expectedConfidences  local.get $k4  i32.add  local.set $confidenceAt
  i32.const 0  local.get $trials  local.get $matchAt  i32.load 0  i32.const -1  i32.eq  select  local.set $phase
  local.get $firstReach  local.set $reach
  ;; 3: the pixel is done.
  block
  loop
    ;; 1: what follows is no better.
    block
      block
        block
          block
            block
              local.get $phase  local.set $now
              local.get $phase  i32.const 1  i32.add  local.set $phase
              block
                local.get $step  br_if 0
                ;; Only the cost of the match that is there.
                local.get $matchAt  i32.load 0  local.tee $q  i32.const 0  i32.lt_s  br_if 7
                br 4
              end
              local.get $now  local.get $trials  i32.lt_s  br_if 0
              local.get $now  local.get $trials  i32.sub  i32.const 1  i32.gt_s  br_if 1
              ;; The shifted match of a neighbour.
              local.get $step  local.get $step  local.get $width  i32.mul
              local.get $now  local.get $trials  i32.eq  select  local.set $by
              local.get $p  local.get $by  i32.sub  local.tee $at
              local.get $size  i32.lt_u  i32.eqz  br_if 4
              local.get $slots  local.get $at  i32.const 2  i32.shl  i32.add  i32.load 0  local.tee $at
              i32.const 0  i32.lt_s  br_if 4
              local.get $matches  local.get $at  i32.const 2  i32.shl  i32.add  i32.load 0  local.tee $at
              i32.const 0  i32.lt_s  br_if 4
              local.get $at  local.get $by  i32.add  local.set $q
              br 3
            end
            ;; Around the pixel itself.
            local.get $x  local.set $atX
            local.get $y  local.set $atY
            br 1
          end
          ;; Around the best match.
          block
            local.get $now  local.get $trials  i32.sub  i32.const 2  i32.ne  br_if 0
            local.get $widest  local.set $reach
          end
          local.get $reach  f64.const 1  f64.lt  br_if 4
          local.get $matchAt  i32.load 0  local.tee $at  i32.const 0  i32.lt_s  br_if 4
          local.get $at  local.get $width  i32.div_u  local.set $atY
          local.get $at  local.get $atY  local.get $width  i32.mul  i32.sub  local.set $atX
        end
        local.get $atX  f64.convert_i32_s  ${SHIFT}  f64.add  ${ROUND}  local.set $atX
        local.get $atY  f64.convert_i32_s  ${SHIFT}  f64.add  ${ROUND}  local.set $atY
        local.get $reach  local.get $grows  f64.mul
        local.get $reach  local.get $shrinks  f64.div
        local.get $now  local.get $trials  i32.lt_s  select  local.set $reach
        local.get $atX  local.get $width  i32.lt_u  i32.eqz  br_if 1
        local.get $atY  local.get $height  i32.lt_u  i32.eqz  br_if 1
        local.get $atY  local.get $width  i32.mul  local.get $atX  i32.add  local.set $q
      end
      f64.const Infinity  local.tee $result  local.set $limit
      block
        local.get $step  i32.eqz  br_if 0
        ${CAN_MATCH}
      end
      block
        ${COST}
      end
      block
        local.get $step  i32.eqz  br_if 0
        local.get $result  local.get $limit  f64.lt  i32.eqz  br_if 1
        local.get $matchAt  local.get $q  i32.store 0
      end
      local.get $costAt  local.get $result  f32.demote_f64  f32.store 0
    end
    local.get $step  br_if 0
  end
  end
  local.get $n  i32.const 1  i32.add  local.tee $n
  local.get $count  i32.lt_s  br_if 0
end
local.get $random  local.get $s  i32.store 0`

/** Places of all that {@link SEARCH_PATCHES} reads and writes: addresses, and 0 for what there is not. */
type Places = [
  pixels: number,
  slots: number,
  matches: number,
  costs: number,
  isSource: number,
  expected: number,
  expectedConfidences: number,
  stats: number,
  sourceCosts: number,
  parts: number,
  colours: number,
  confidences: number,
  corners: number,
  sums: number,
  random: number,
]

/**
 * One sweep of PatchMatch over `count` pixels, at least 1: from the first to the last with `step` 1, backward with -1;
 * with 0 only the costs of the matches that are there are computed anew. Numbers are of 64 bits, as in JavaScript.
 *
 * `gap` is by how many pixels a row of `colours` and `confidences` is longer than the level's, `stride` the bytes of
 * such a row. A cost is `scale` times the distance, which costs `perPixel`, and `perColumn` and `perRow` in addition;
 * `sourceCosts` by pixel; `overCost` where `parts` differ in sign; and the deviation from what is expected, at most
 * `mostDeviation`, in which excess variance counts `excessWeight`, or its root as much as colours where `asLively`.
 * A pixel without a match first tries `trials` random pixels within `firstReach`, which `grows`; all try some within
 * `widest`, which `shrinks`. At `random` is the state of the random numbers, 32 bits.
 */
export type SearchPatches = (
  ...values: [
    ...Places,
    count: number,
    step: number,
    width: number,
    height: number,
    gap: number,
    stride: number,
    trials: number,
    asLively: number,
    scale: number,
    farthest: number,
    perPixel: number,
    perColumn: number,
    perRow: number,
    overCost: number,
    excessWeight: number,
    mostDeviation: number,
    firstReach: number,
    grows: number,
    widest: number,
    shrinks: number,
  ]
) => void

/** The kernel of {@link SearchPatches}. */
export const SEARCH_PATCHES: Kernel<SearchPatches> = {
  parameters: [
    'pixels: i32',
    'slots: i32',
    'matches: i32',
    'costs: i32',
    'isSource: i32',
    'expected: i32',
    'expectedConfidences: i32',
    'stats: i32',
    'sourceCosts: i32',
    'parts: i32',
    'colours: i32',
    'confidences: i32',
    'corners: i32',
    'sums: i32',
    'random: i32',
    'count: i32',
    'step: i32',
    'width: i32',
    'height: i32',
    'gap: i32',
    'stride: i32',
    'trials: i32',
    'asLively: i32',
    'scale: f64',
    'farthest: f64',
    'perPixel: f64',
    'perColumn: f64',
    'perRow: f64',
    'overCost: f64',
    'excessWeight: f64',
    'mostDeviation: f64',
    'firstReach: f64',
    'grows: f64',
    'widest: f64',
    'shrinks: f64',
  ],
  locals: {
    i32: 's size n k4 p x y q row dy at by now phase atX atY matchAt costAt sumAt confidenceAt own4 stat own other weights rows',
    f64: 'v w reach across down distance fixed squares limit weight most result',
    v128: 'a b c d sum total stop none',
  },
  body: BODY,
}
