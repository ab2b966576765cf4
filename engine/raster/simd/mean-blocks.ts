import type { Kernel } from './assemble.ts'

/** Code that adds eight bytes to eight 16-bit sums. `extend` is the instruction that widens the bytes. */
function add(sums: string, extend: string): string {
  return `
  local.get ${sums}  local.get $bytes  ${extend}  i16x8.add  local.set ${sums}`
}

const BODY = `
;; sums all rows into one line of 16-bit sums, four pixels at a time
local.get $from  local.set $at
local.get $line  local.set $to
local.get $blocks  local.get $side  i32.mul  i32.const 3  i32.add  i32.const 2  i32.shr_s  local.set $left
loop
  local.get $zero  local.set $sum
  local.get $zero  local.set $second
  local.get $at  local.set $row
  local.get $rows  local.set $down
  loop
    local.get $row  v128.load 0  local.set $bytes
    ${add('$sum', 'i16x8.extend_low_i8x16_u')}
    ${add('$second', 'i16x8.extend_high_i8x16_u')}
    local.get $row  local.get $stride  i32.add  local.set $row
    local.get $down  i32.const 1  i32.sub  local.tee $down
    br_if 0
  end
  local.get $to  local.get $sum  v128.store 0
  local.get $to  local.get $second  v128.store 16
  local.get $to  i32.const 32  i32.add  local.set $to
  local.get $at  i32.const 16  i32.add  local.set $at
  local.get $left  i32.const 1  i32.sub  local.tee $left
  br_if 0
end

local.get $rows  local.get $side  i32.mul
i32x4.splat  f32x4.convert_i32x4_s  local.set $count
loop
  local.get $zero  local.set $sum
  local.get $side  local.set $left
  loop
    local.get $line  v128.load16x4_u 0
    local.get $sum  i32x4.add  local.set $sum
    local.get $line  i32.const 8  i32.add  local.set $line
    local.get $left  i32.const 1  i32.sub  local.tee $left
    br_if 0
  end

  local.get $sum  f32x4.convert_i32x4_s  local.get $count  f32x4.div  local.set $sum
  ${['red', 'green', 'blue']
    .map(
      (colour, lane) => `
  local.get $${colour}  local.get $sum  v128.store32_lane 0 ${lane}
  local.get $${colour}  i32.const 4  i32.add  local.set $${colour}`,
    )
    .join('')}

  local.get $blocks  i32.const 1  i32.sub  local.tee $blocks
  br_if 0
end`

/**
 * Averages the colours of `blocks` adjacent blocks of RGBA pixels. Writes the means to three lines of 32-bit floats,
 * 0–255, at addresses `red`, `green` and `blue`.
 *
 * The first block begins at address `from`. A block is `side` pixels wide and `rows` high, at most 256, since the sums
 * have 16 bits. Its rows are `stride` bytes apart. Up to 16 bytes after the last row are read. `line` is the address of
 * a scratch line with 8 bytes for each pixel of a row, and 32 bytes more.
 */
export type MeanBlocks = (
  red: number,
  green: number,
  blue: number,
  from: number,
  stride: number,
  blocks: number,
  side: number,
  rows: number,
  line: number,
) => void

/** The kernel of {@link MeanBlocks}. */
export const MEAN_BLOCKS: Kernel<MeanBlocks> = {
  parameters: [
    'red: i32',
    'green: i32',
    'blue: i32',
    'from: i32',
    'stride: i32',
    'blocks: i32',
    'side: i32',
    'rows: i32',
    'line: i32',
  ],
  locals: { i32: 'at to row down left', v128: 'bytes sum second count zero' },
  body: BODY,
}
