/** By the next 16 bits: the length of the code that they begin with, times 256, and its symbol; 0 without a code. */
export type HuffmanTable = Uint16Array

/** Lengths of codes go up to this. */
const LONGEST = 16

/**
 * Reads the tables of a DHT segment (ITU T.81, B.2.4.2 and annex C) into `tables`, by class (0 DC, 1 AC) times 16 plus
 * destination. What is cut off or has more codes than fit is left out.
 */
export function readHuffmanTables(segment: Uint8Array, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at + 1 + LONGEST <= segment.length; ) {
    const counts = segment.subarray(at + 1, at + 1 + LONGEST)
    const total = counts.reduce((sum, count) => sum + count, 0)
    const symbols = segment.subarray(at + 1 + LONGEST, at + 1 + LONGEST + total)
    const table = symbols.length === total ? tableOf(counts, symbols) : undefined
    if (!table) return
    tables.set(segment[at]!, table)
    at += 1 + LONGEST + total
  }
}

function tableOf(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | undefined {
  const table = new Uint16Array(1 << LONGEST)
  let [next, nth] = [0, 0]
  for (let length = 1; length <= LONGEST; length++) {
    const span = 1 << (LONGEST - length)
    for (let n = 0; n < counts[length - 1]!; n++, nth++, next += span) {
      if (next + span > table.length) return undefined
      table.fill((length << 8) | symbols[nth]!, next, next + span)
    }
  }
  return table
}
