/** Markers of a JPEG (ITU T.81, table B.1). */
const DQT = 0xdb
const SOS = 0xda
const DHT = 0xc4
const SOF: readonly number[] = [0xc0, 0xc1, 0xc2]
const PROGRESSIVE = 0xc2

/** Sampling factors of luma where chroma has half as many samples along both sides. */
const HALVED = 0x22

/** Taken where tables cannot be found: at it no difference is visible. */
const UNREAD = 95

/** Symbols in the four Huffman tables of annex K.3. Tables made for a picture leave out what it does not have. */
const STANDARD_SYMBOLS = 348

/** The quantisation tables of ITU T.81, annex K.1, in zigzag order as files have them: luma, chroma. */
const TABLES = [
  [
    16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37,
    29, 40, 58, 51, 61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87,
    95, 98, 103, 104, 103, 62, 77, 113, 121, 112, 100, 120, 92, 101, 103, 99,
  ],
  [
    17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  ],
] as const

/** How a JPEG was compressed. */
export type JpegQuality = {
  /** The least quality, 1–100, at which the tables of annex K quantise no coefficient more coarsely. */
  quality: number
  /** The quality at which the tables of annex K are nearest to its own, by which files become as large. */
  nearest: number
  /** Whether chroma has fewer samples than luma. */
  subsampled: boolean
  /** Whether it has half as many along both sides. */
  halved: boolean
  progressive: boolean
  /** Whether its Huffman tables were made for it, which saves a few per cent. */
  optimised: boolean
}

/**
 * Reads how a JPEG was compressed from its head (ITU T.81, B.2.4.1 and B.2.2), so that it can be compressed again no
 * more coarsely. Quality is counted as libjpeg does: the tables of annex K scaled by 50 / q or 2 - q / 50.
 */
export function readJpegQuality(bytes: Uint8Array): JpegQuality {
  const tables = new Map<number, number[]>()
  let [subsampled, halved, progressive, symbols] = [false, false, false, 0]
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (marker === SOS || length < 2) break
    const segment = bytes.subarray(at + 4, at + 2 + length)
    if (marker === DQT) readTables(segment, tables)
    if (marker === DHT) symbols += symbolsIn(segment)
    if (SOF.includes(marker)) {
      subsampled = segment[5] === 3 && segment[7] !== 0x11
      halved = subsampled && segment[7] === HALVED
      progressive = marker === PROGRESSIVE
    }
    at += 2 + length
  }
  const qualities = [...tables].map(([nth, table]) => qualityOf(table, TABLES[nth === 0 ? 0 : 1]))
  return {
    quality: Math.max(1, ...qualities),
    nearest: nearestQuality(tables),
    subsampled,
    halved,
    progressive,
    optimised: progressive || symbols !== STANDARD_SYMBOLS,
  }
}

/** A segment has one or more tables: a class, the numbers of codes by their 16 lengths, and a symbol for each code. */
function symbolsIn(segment: Uint8Array): number {
  let symbols = 0
  for (let at = 0; at + 17 <= segment.length; ) {
    const count = segment.subarray(at + 1, at + 17).reduce((sum, codes) => sum + codes, 0)
    symbols += count
    at += 17 + count
  }
  return symbols
}

/**
 * The quality at which the logarithms of the tables are as large on average, low frequencies before high ones, because
 * cameras and editors have tables of their own.
 */
function nearestQuality(tables: ReadonlyMap<number, readonly number[]>): number {
  if (tables.size === 0) return UNREAD
  let [best, least] = [100, Number.POSITIVE_INFINITY]
  for (let quality = 1; quality <= 100; quality++) {
    let [sum, weights] = [0, 0]
    for (const [nth, table] of tables) {
      for (const [n, value] of TABLES[nth === 0 ? 0 : 1].entries()) {
        sum += Math.log(scaledTo(quality, value) / Math.max(1, table[n]!)) / (1 + n)
        weights += 1 / (1 + n)
      }
    }
    const distance = Math.abs(sum / Math.max(1, weights))
    if (distance >= least) continue
    best = quality
    least = distance
  }
  return best
}

/** A value of annex K at a quality, as libjpeg has it. */
function scaledTo(quality: number, value: number): number {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality
  return Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100)))
}

/** A segment has one or more tables, of values of 8 or 16 bits. */
function readTables(segment: Uint8Array, tables: Map<number, number[]>): void {
  for (let at = 0; at < segment.length; ) {
    const bytes = segment[at]! >> 4 ? 2 : 1
    const values = segment.subarray(at + 1, at + 1 + 64 * bytes)
    if (values.length < 64 * bytes) return
    const table = Array.from({ length: 64 }, (_, n) =>
      bytes === 1 ? values[n]! : (values[2 * n]! << 8) | values[2 * n + 1]!,
    )
    tables.set(segment[at]! & 15, table)
    at += 1 + 64 * bytes
  }
}

function qualityOf(table: readonly number[], base: readonly number[]): number {
  for (let quality = 1; quality < 100; quality++) {
    if (base.every((value, n) => scaledTo(quality, value) <= table[n]!)) return quality
  }
  return 100
}
