import { BEFORE_LINE, CHANGE_HERE, LINE_LOCALS, NEXT_PIXEL, pixel, TO_BYTES } from './add-line.ts'
import type { Kernel } from './assemble.ts'

const lanes = (from: (byte: number) => number): string =>
  Array.from({ length: 16 }, (_, byte) => from(byte)).join(' ')

const BODY = `
${BEFORE_LINE}
loop
  ${CHANGE_HERE}  local.set $change

  ;; the new pixel with the alpha of the old, less the old one
  ${pixel('$to')}  local.set $first
  ${pixel('$over')}  local.get $change  f32x4.add
  local.get $first
  i8x16.shuffle ${lanes((byte) => (byte < 12 ? byte : 16 + byte))}
  local.get $first  f32x4.sub

  ;; as much of it as is said
  local.get $change  local.get $change  i8x16.shuffle ${lanes((byte) => 12 + (byte % 4))}
  f32x4.mul  local.get $first  f32x4.add

  ${TO_BYTES}
  local.get $over  i32.const 4  i32.add  local.set $over
  ${NEXT_PIXEL}
end`

/**
 * Lays `count` RGBA pixels at address `over` onto those at `to`, changed as two lines say at x, x + step, …: four 32-bit
 * floats each place, what is added to red, green and blue, and how much of the new pixel is seen, 0–1. Places are read
 * as {@link import('./add-line.ts').AddLine} reads them. Alpha stays; sums are rounded as clamped arrays round.
 */
export type LayLine = (
  to: number,
  over: number,
  upper: number,
  lower: number,
  count: number,
  x: number,
  step: number,
  down: number,
) => void

/** The kernel of {@link LayLine}. */
export const LAY_LINE: Kernel = {
  parameters: {
    ...{ to: 'i32', over: 'i32', upper: 'i32', lower: 'i32' },
    ...{ count: 'i32', x: 'i32', step: 'i32', down: 'i32' },
  },
  locals: LINE_LOCALS,
  body: BODY,
}
