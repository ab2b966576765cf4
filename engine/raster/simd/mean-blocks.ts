import { workbenchOf } from './workbench.ts'

const BODY = `
local.get $rows  local.get $side  i32.mul
i32x4.splat  f32x4.convert_i32x4_s  local.set $count
loop
  local.get $zero  local.set $sum
  local.get $from  local.set $row
  local.get $rows  local.set $down
  loop
    local.get $row  local.set $at
    local.get $side  local.set $right
    loop
      ;; the pixel's bytes as numbers
      local.get $at  v128.load32_splat 0
      i16x8.extend_low_i8x16_u  i32x4.extend_low_i16x8_u
      local.get $sum  i32x4.add  local.set $sum
      local.get $at  i32.const 4  i32.add  local.set $at
      local.get $right  i32.const 1  i32.sub  local.tee $right
      br_if 0
    end
    local.get $row  local.get $stride  i32.add  local.set $row
    local.get $down  i32.const 1  i32.sub  local.tee $down
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

  local.get $side  i32.const 2  i32.shl  local.get $from  i32.add  local.set $from
  local.get $blocks  i32.const 1  i32.sub  local.tee $blocks
  br_if 0
end`

/**
 * Writes the mean colours of `blocks` blocks of RGBA pixels beside each other to three lines of 32-bit floats, 0–255. The
 * first begins at address `from`; each is `side` pixels wide and `rows` high, its rows `stride` bytes apart.
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
) => void

/** The thread's workbench for {@link MeanBlocks}. */
export const meaningBench = workbenchOf<{ meanBlocks: MeanBlocks }>({
  meanBlocks: {
    parameters: {
      ...{ red: 'i32', green: 'i32', blue: 'i32', from: 'i32' },
      ...{ stride: 'i32', blocks: 'i32', side: 'i32', rows: 'i32' },
    },
    locals: {
      ...{ at: 'i32', row: 'i32', down: 'i32', right: 'i32' },
      ...{ sum: 'v128', count: 'v128', zero: 'v128' },
    },
    body: BODY,
  },
})
