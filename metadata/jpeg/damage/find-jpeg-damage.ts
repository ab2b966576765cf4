import type { Damage } from '../../damage.ts'
import type { Band, ScanComponent } from './block-reader.ts'
import { type HuffmanTable, readHuffmanTables } from './huffman-table.ts'
import { nextMarker } from './next-marker.ts'
import { type Frame, readFrame } from './read-frame.ts'
import { LEFT_OVER, type WalkedScan, walkScan } from './walk-scan.ts'

/** Markers of a JPEG (ITU T.81, table B.1). */
const [DHT, EOI, SOS, DQT, DRI] = [0xc4, 0xd9, 0xda, 0xdb, 0xdd]

/** The most blocks, over all scans, that a file is followed through: some ten seconds. */
const MOST_BLOCKS = 200_000_000

/** The most scans and segments of tables of a file: encoders write about ten of each. */
const MOST_SEGMENTS = 2_000

/** What is known of a file while its markers are read. */
type Reading = {
  frame: Frame | undefined
  huffman: Map<number, HuffmanTable>
  /** The first value of each table of quantisation. */
  steps: Map<number, number>
  interval: number
  set: Map<number, Uint32Array>
  /** By component: down to which bit each coefficient was coded; 255 for those that were not yet. */
  coded: Map<number, Uint8Array>
  blocks: number
  /** Scans and segments of tables. */
  segments: number
  /** Bytes other than 0 that stand where a marker is due. */
  passed: number
  /** The share of each row of blocks that is lost. */
  lost: Float64Array
}

/**
 * Finds what a JPEG has lost by following its entropy-coded data, which takes about as long as decoding: codes that do
 * not exist, coefficients beyond the last one or out of range, restart markers out of step, MCUs that are missing,
 * bytes left over, and zeros that no picture has. For files that a decoder complains about.
 * @returns undefined where no row is lost; `unknown` for kinds that cannot be followed: arithmetic coding, lossless
 *   ones, and files without a frame
 */
export function findJpegDamage(bytes: Uint8Array): Damage | undefined | 'unknown' {
  const reading: Reading = {
    frame: undefined,
    huffman: new Map(),
    steps: new Map(),
    interval: 0,
    set: new Map(),
    coded: new Map(),
    blocks: 0,
    segments: 0,
    passed: 0,
    lost: new Float64Array(0),
  }
  let at = 2
  let ended = false
  while (!ended) {
    const due = at
    at = nextMarker(bytes, due)
    reading.passed += bytes.subarray(due, at).reduce((sum, byte) => sum + (byte ? 1 : 0), 0)
    const code = bytes[at + 1]
    if (code === undefined) break
    ended = code === EOI
    if (ended || code === 1 || (code >= 0xd0 && code <= 0xd8) || at + 4 > bytes.length) {
      at += 2
      continue
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!
    const segment = bytes.subarray(at + 4, at + 2 + length)
    at += 2 + Math.max(2, length)
    if (code === SOS || code === DHT) reading.segments += 1
    if (reading.segments > MOST_SEGMENTS) return 'unknown'
    if (code !== SOS) {
      if (!readSegment(code, segment, reading)) return 'unknown'
      continue
    }
    const walked = walk(bytes, at, segment, reading)
    if (walked === 'unknown') return 'unknown'
    at = walked
  }
  return damageOf(reading, ended)
}

/** False where the frame is of a kind that cannot be followed. */
function readSegment(code: number, segment: Uint8Array, reading: Reading): boolean {
  if (code === DHT) readHuffmanTables(segment, reading.huffman)
  else if (code === DQT) readSteps(segment, reading.steps)
  else if (code === DRI) reading.interval = ((segment[0] ?? 0) << 8) | (segment[1] ?? 0)
  else if (code >= 0xc0 && code <= 0xcf && code !== 0xc8 && code !== 0xcc && !reading.frame) {
    reading.frame = readFrame(code, segment)
    if (!reading.frame) return false
    reading.lost = new Float64Array(reading.frame.mcuRows)
  }
  return true
}

function readSteps(segment: Uint8Array, steps: Map<number, number>): void {
  for (let at = 0; at + 2 < segment.length; ) {
    const isWide = segment[at]! >> 4 > 0
    const first = isWide ? (segment[at + 1]! << 8) | segment[at + 2]! : segment[at + 1]!
    steps.set(segment[at]! & 15, first)
    at += isWide ? 129 : 65
  }
}

/** Walks one scan; gives where it ends. */
function walk(
  bytes: Uint8Array,
  from: number,
  segment: Uint8Array,
  reading: Reading,
): number | 'unknown' {
  const { frame, interval } = reading
  if (!frame) return 'unknown'
  const count = segment[0] ?? 0
  const [first = 0, last = 0, bits = 0] = segment.subarray(1 + 2 * count)
  // Some phones write the band of a sequential scan as zeros; decoders pass over that.
  const band: Band = frame.progressive
    ? { first, last: Math.min(last, 63), high: bits >> 4, low: bits & 15 }
    : { first: 0, last: 63, high: 0, low: 0 }
  const components: ScanComponent[] = []
  for (let n = 0; n < count; n++) {
    const [id, selectors = 0] = segment.subarray(1 + 2 * n, 3 + 2 * n)
    const component = frame.components.find((each) => each.id === id)
    const dc = reading.huffman.get(selectors >> 4)
    const ac = reading.huffman.get(16 + (selectors & 15))
    const needsDc = band.first === 0 && band.high === 0
    const needsAc = !frame.progressive || band.first > 0
    if (!component || (needsDc && !dc) || (needsAc && !ac)) return 'unknown'
    const step = reading.steps.get(component.quantisation) ?? 1
    const all = needsAc && frame.progressive ? component.stride * frame.mcuRows * component.down : 0
    const set = reading.set.get(component.id) ?? new Uint32Array(2 * all)
    if (all > 0) reading.set.set(component.id, set)
    components.push({ ...component, dc, ac, step, set })
    noteCoded(reading, component.id, band)
    reading.blocks += component.stride * frame.mcuRows * component.down
  }
  const isOneBand = !frame.progressive || band.first === 0 || count === 1
  if (components.length === 0 || !isOneBand || reading.blocks > MOST_BLOCKS) return 'unknown'
  const walked = walkScan(bytes, from, { frame, components, band, interval })
  addLosses(reading.lost, walked)
  return walked.end
}

function noteCoded({ coded }: Reading, id: number, { first, last, low }: Band): void {
  const bits = coded.get(id) ?? new Uint8Array(64).fill(255)
  bits.fill(low, first, last + 1)
  coded.set(id, bits)
}

/** Of each row the scan that lost the most of it counts. */
function addLosses(rows: Float64Array, { losses, perRow, total }: WalkedScan): void {
  if (losses.length === 0) return
  const lost = new Float64Array(rows.length)
  for (const { from, to } of losses) {
    for (let row = Math.floor(from / perRow); row < rows.length && row * perRow < to; row++) {
      const end = Math.min((row + 1) * perRow, total)
      lost[row]! += (Math.min(to, end) - Math.max(from, row * perRow)) / (end - row * perRow)
    }
  }
  for (const [row, share] of lost.entries()) rows[row] = Math.max(rows[row]!, Math.min(1, share))
}

function damageOf(
  { frame, coded, lost, passed }: Reading,
  ended: boolean,
): Damage | 'unknown' | undefined {
  if (!frame || coded.size === 0) return 'unknown'
  // A file that is sound as far as it goes may leave coefficients out. Another has lost the scans that have them.
  const isSound = ended && passed <= LEFT_OVER && lost.every((share) => share === 0)
  const isWhole = frame.components.every(({ id }) => {
    const bits = coded.get(id)
    return bits !== undefined && (isSound ? bits[0] !== 255 : bits.every((low) => low === 0))
  })
  if (!isWhole) lost.fill(1)
  const first = lost.findIndex((share) => share > 0)
  if (first < 0) return undefined
  const rows = frame.height
  const blockRows = frame.mcuHeight
  const sum = lost.reduce((all, share, row) => {
    return all + share * Math.min(blockRows, rows - row * blockRows)
  }, 0)
  return { from: first * blockRows, lost: sum, rows, blockRows }
}
