import type { Kernel } from './assemble.ts'

/**
 * Writes which of 32-bit floats at `from` are above `level`: a word of 32 bits at `to` for each 32 floats, the first in
 * the lowest bit. `words` is at least 1.
 */
export type BitsAbove = (to: number, from: number, level: number, words: number) => void

/** Code that leaves the bits of four values on the stack, at their place in the word, and adds them to it. */
function four(nth: number): string {
  return `
  local.get $from  v128.load ${16 * nth}  local.get $levels  f32x4.gt  i32x4.bitmask
  i32.const ${4 * nth}  i32.shl  ${nth === 0 ? '' : 'i32.or'}`
}

/** The kernel of {@link BitsAbove}. */
export const BITS_ABOVE: Kernel<BitsAbove> = {
  parameters: ['to: i32', 'from: i32', 'level: f32', 'words: i32'],
  locals: { v128: 'levels' },
  body: `
local.get $level  f32x4.splat  local.set $levels
loop
  local.get $to
  ${[0, 1, 2, 3, 4, 5, 6, 7].map(four).join('')}
  i32.store 0
  local.get $to  i32.const 4  i32.add  local.set $to
  local.get $from  i32.const 128  i32.add  local.set $from
  local.get $words  i32.const 1  i32.sub  local.tee $words
  br_if 0
end`,
}
