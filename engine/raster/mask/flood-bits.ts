import { type BitMask, bitsAbove, emptyBits, invertBits } from './bit-mask.ts'

/** What a flood goes over. */
export type FloodWays = {
  /** The pixels that it may enter. */
  open: BitMask
  /** Those that it may enter from the pixel to their left, and leave to it; those of the first column do not count. */
  across: BitMask
  /** The same of the pixel above; those of the first row do not count. */
  down: BitMask
}

/**
 * Adds to a mask all that is connected to it (four neighbours) over ways that are open, 32 pixels at a time: a row is
 * filled by doubling, and rows whose neighbour changed are looked at again. `mask` is changed.
 */
export function floodBits(mask: BitMask, ways: FloodWays): void {
  const { height } = mask
  const isDue = new Uint8Array(height).fill(1)
  let [first, last] = [0, height - 1]
  // Sweeps down and up in turn reach nearly everything in the first two.
  for (let isDown = true; first <= last; isDown = !isDown) {
    let [from, to] = [height, -1]
    const start = isDown ? first : last
    const end = isDown ? last : first
    const by = isDown ? 1 : -1
    const note = (row: number): void => {
      if (row < 0 || row >= height) return
      isDue[row] = 1
      from = Math.min(from, row)
      to = Math.max(to, row)
    }
    for (let row = start, until = end; row !== until + by; row += by) {
      if (isDue[row] === 0) continue
      isDue[row] = 0
      if (!fillRow(mask, ways, row)) continue
      const next = row + by
      note(row - by)
      if (next < 0 || next >= height) continue
      isDue[next] = 1
      if (isDown ? next > until : next < until) until = next
    }
    first = from
    last = to
  }
}

/** Enters a row from those above and below it, and fills it. @returns whether anything was added */
function fillRow(mask: BitMask, { open, across, down }: FloodWays, row: number): boolean {
  const { width, height, stride, words } = mask
  const base = row * stride
  let isChanged = false
  for (let word = 0; word < stride; word++) {
    const at = base + word
    let bits = words[at]!
    if (row > 0) bits |= words[at - stride]! & down.words[at]! & open.words[at]!
    if (row + 1 < height) bits |= words[at + stride]! & down.words[at + stride]! & open.words[at]!
    const carry = word > 0 ? words[at - 1]! >>> 31 : 0
    const ways = open.words[at]! & across.words[at]! & (word > 0 ? -1 : -2)
    bits = spreadUp(bits | (carry & ways), ways)
    if (bits >>> 0 !== words[at]) {
      words[at] = bits
      isChanged = true
    }
  }
  const rest = width & 31
  for (let word = stride - 1; word >= 0; word--) {
    const at = base + word
    const isLast = word + 1 === stride
    const beyond = isLast ? 0 : across.words[at + 1]! << 31
    const kept = isLast && rest > 0 ? (1 << (rest - 1)) - 1 : isLast ? 0x7fffffff : -1
    const ways = open.words[at]! & ((across.words[at]! >>> 1) | beyond) & kept
    const carry = isLast ? 0 : words[at + 1]! << 31
    const bits = spreadDown(words[at]! | (carry & ways), ways)
    if (bits >>> 0 !== words[at]) {
      words[at] = bits
      isChanged = true
    }
  }
  return isChanged
}

/** Fills the ways of a word from its bits towards higher ones, by doubling. */
function spreadUp(bits: number, ways: number): number {
  let [filled, over] = [bits, ways]
  for (let by = 1; by < 32; by *= 2) {
    filled |= over & (filled << by)
    over &= over << by
  }
  return filled
}

/** The same towards lower ones. */
function spreadDown(bits: number, ways: number): number {
  let [filled, over] = [bits, ways]
  for (let by = 1; by < 32; by *= 2) {
    filled |= over & (filled >>> by)
    over &= over >>> by
  }
  return filled
}

/** The ways over which neighbours differ by no more than a step. */
export function waysOver(
  open: BitMask,
  jumps: { across: Float32Array; down: Float32Array },
  step: number,
): FloodWays {
  return {
    open,
    across: invertBits(bitsAbove(jumps.across, open, step)),
    down: invertBits(bitsAbove(jumps.down, open, step)),
  }
}

/** The outermost pixels of a mask. */
export function borderBits({ width, height, stride, words }: BitMask): BitMask {
  const border = emptyBits({ width, height })
  const last = width - 1
  for (let y = 0; y < height; y++) {
    const row = y * stride
    const isEdge = y === 0 || y === height - 1
    for (let word = 0; word < stride; word++) {
      const first = word === 0 ? 1 : 0
      const end = word === last >>> 5 ? 1 << (last & 31) : 0
      border.words[row + word] = words[row + word]! & (isEdge ? -1 : first | end)
    }
  }
  return border
}
