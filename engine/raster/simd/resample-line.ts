import { workbenchOf } from './workbench.ts'

/** Places are given in parts of a pixel, so many to one. */
export const PARTS = 65_536

/** Steps between two pixels for which the weights are kept. */
const PHASES = 256

/** Where the tables of weights stand in the kernel's memory, and where they end. */
const DOWN = 0
const ACROSS = 4096
export const TABLES_END = 12288

/** Weights down are whole numbers, this being 1, so that two products are one instruction. */
const ONE = 1 << 14

const BODY = `
loop
  ;; weights of the four pixels down, two by two, for each channel
  local.get $y  i32.const 65535  i32.and  i32.const 128  i32.add
  i32.const 8  i32.shr_s  i32.const 3  i32.shl  local.tee $at
  v128.load32_splat ${DOWN}  local.set $first
  local.get $at  v128.load32_splat ${DOWN + 4}  local.set $second

  ;; where the weights of the four pixels across stand
  local.get $x  i32.const 65535  i32.and  i32.const 128  i32.add
  i32.const 8  i32.shr_s  i32.const 4  i32.shl  local.set $across

  ;; the pixel to the upper left of the four in the middle
  local.get $y  i32.const 16  i32.shr_s  i32.const 1  i32.sub  local.get $stride  i32.mul
  local.get $x  i32.const 16  i32.shr_s  i32.const 1  i32.sub  i32.const 2  i32.shl  i32.add
  local.get $from  i32.add  local.set $at

  ${pairsOfRows('$upperLeft', '$upperRight')}
  local.get $at  local.get $stride  i32.add  local.set $at
  ${pairsOfRows('$lowerLeft', '$lowerRight')}

  ${column('Left', 'low', 0)}
  ${column('Left', 'high', 1)}  f32x4.add
  ${column('Right', 'low', 2)}  f32x4.add
  ${column('Right', 'high', 3)}  f32x4.add

  ;; to bytes, as clamped arrays round
  f32x4.nearest  i32x4.trunc_sat_f32x4_s  local.tee $pixels
  local.get $pixels  i16x8.narrow_i32x4_s  local.tee $pixels
  local.get $pixels  i8x16.narrow_i16x8_u  local.set $pixels
  local.get $to  local.get $pixels  v128.store32_lane 0 0

  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $x  local.get $stepX  i32.add  local.set $x
  local.get $y  local.get $stepY  i32.add  local.set $y
  local.get $count  i32.const 1  i32.sub  local.tee $count
  br_if 0
end`

/**
 * Each byte of four pixels beside the one below it: the left two pixels, the right two. Machines have an instruction for
 * these two shuffles; another one takes them ten.
 */
function pairsOfRows(left: string, right: string): string {
  const inTurn = (from: number): string =>
    Array.from({ length: 8 }, (_, at) => `${from + at} ${from + at + 16}`).join(' ')
  return `
  local.get $at  v128.load 0  local.set $pixels
  local.get $at  local.get $stride  i32.add  local.tee $at
  v128.load 0  local.set $below
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(0)}  local.set ${left}
  local.get $pixels  local.get $below  i8x16.shuffle ${inTurn(8)}  local.set ${right}`
}

/** The weighted sum of the four pixels of one column, times its own weight. */
function column(side: 'Left' | 'Right', half: 'low' | 'high', nth: number): string {
  return `
  local.get $upper${side}  i16x8.extend_${half}_i8x16_u  local.get $first  i32x4.dot_i16x8_s
  local.get $lower${side}  i16x8.extend_${half}_i8x16_u  local.get $second  i32x4.dot_i16x8_s
  i32x4.add  f32x4.convert_i32x4_s
  local.get $across  v128.load32_splat ${ACROSS + 4 * nth}  f32x4.mul`
}

/**
 * Writes `count` RGBA pixels to address `to`, the n-th being the Catmull-Rom colour at (x + n stepX, y + n stepY) of
 * the picture at address `from`, whose rows are `stride` bytes apart. Places are whole numbers of {@link PARTS} of a
 * pixel and count to 1/512 of one; all sixteen pixels around each must be in memory. Colours are rounded as clamped
 * arrays round.
 */
export type ResampleLine = (
  to: number,
  from: number,
  stride: number,
  count: number,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
) => void

/** The thread's workbench for {@link ResampleLine}; what is before {@link TABLES_END} in its memory is the kernel's. */
export const resamplingBench = workbenchOf<{ resampleLine: ResampleLine }>(
  {
    resampleLine: {
      parameters: {
        ...{ to: 'i32', from: 'i32', stride: 'i32', count: 'i32' },
        ...{ x: 'i32', y: 'i32', stepX: 'i32', stepY: 'i32' },
      },
      locals: {
        ...{ at: 'i32', across: 'i32' },
        ...{ first: 'v128', second: 'v128', pixels: 'v128', below: 'v128' },
        ...{ upperLeft: 'v128', upperRight: 'v128', lowerLeft: 'v128', lowerRight: 'v128' },
      },
      body: BODY,
    },
  },
  layTables,
)

function layTables(memory: ArrayBuffer): void {
  const down = new Int16Array(memory, DOWN, (PHASES + 1) * 4)
  const across = new Float32Array(memory, ACROSS, (PHASES + 1) * 4)
  for (let phase = 0; phase <= PHASES; phase++) {
    const weights = catmullRom(phase / PHASES)
    across.set(
      weights.map((weight) => weight / ONE),
      phase * 4,
    )
    down.set(
      weights.map((weight) => Math.round(weight * ONE)),
      phase * 4,
    )
  }
}

/** The weights of four pixels in a line for a place `t` of the way from the second to the third. */
function catmullRom(t: number): number[] {
  const t2 = t * t
  const t3 = t2 * t
  return [
    0.5 * (-t3 + 2 * t2 - t),
    0.5 * (3 * t3 - 5 * t2 + 2),
    0.5 * (-3 * t3 + 4 * t2 + t),
    0.5 * (t3 - t2),
  ]
}
