import { BitReader } from './bit-reader.ts'
import { type Band, blockReader, type ReadBlock, type ScanComponent } from './block-reader.ts'
import { findZeros, type ZeroRun } from './find-zeros.ts'
import { isRestart, nextMarker } from './next-marker.ts'
import type { Frame } from './read-frame.ts'

export type Scan = {
  frame: Frame
  components: ScanComponent[]
  band: Band
  /** MCUs between two restart markers; 0 where there are none. */
  interval: number
}

/** What a scan has lost: MCUs from one up to another, in the order that the scan codes them. */
export type Loss = { from: number; to: number }

export type WalkedScan = {
  losses: Loss[]
  /** MCUs of a row of blocks of the whole picture, and of the scan. */
  perRow: number
  total: number
  /** Where the marker lies that ends the scan; the length of the file where there is none. */
  end: number
}

/** Bytes behind the last block that some cameras write before the next marker. */
export const LEFT_OVER = 32

/** Markers below are reserved; a decoder passes over them when it looks for a restart marker. */
const FIRST_MARKER = 0xc0

/**
 * Follows the entropy-coded data of a scan from block to block, without their values, as far as an encoder can have
 * written it; behind a restart marker it begins anew, in the way in which libjpeg looks for it.
 * @param from behind the scan's header
 */
export function walkScan(bytes: Uint8Array, from: number, scan: Scan): WalkedScan {
  const { frame, components, interval } = scan
  const [only] = components.length === 1 ? components : []
  const total = only ? only.columns * only.rows : frame.mcuColumns * frame.mcuRows
  const perRow = only ? only.columns * only.down : frame.mcuColumns
  const losses: Loss[] = []
  const lose = (first: number, to: number): void => {
    if (first < to) losses.push({ from: first, to })
  }
  let [start, next, expected] = [from, 0, 0]
  for (;;) {
    let end = nextMarker(bytes, start)
    const stop = interval > 0 ? Math.min(next + interval, total) : total
    lose(walkRun(bytes, { start, end }, { from: next, to: stop }, scan), stop)
    next = stop
    let code = bytes[end + 1]
    const dropsRun = (): boolean =>
      code !== undefined && (code < FIRST_MARKER || (isRestart(code) && isEarlier(code, expected)))
    while (dropsRun() || (isRestart(code ?? 0) && next >= total)) {
      end = nextMarker(bytes, end + 2)
      code = bytes[end + 1]
    }
    if (code === undefined || !isRestart(code)) {
      lose(next, total)
      return { losses, perRow, total, end }
    }
    const ahead = ((code & 7) - expected) & 7
    if (ahead > 2) {
      // A decoder goes on as if nothing was missing, and all that follows is out of place.
      lose(next, total)
      next = total
    } else {
      const missed = Math.min(next + ahead * interval, total)
      lose(next, missed)
      next = missed
    }
    expected = ((code & 7) + 1) & 7
    start = end + 2
  }
}

/** Whether a restart marker is one of the two before the expected one, which a decoder passes over. */
function isEarlier(code: number, expected: number): boolean {
  return ((expected - (code & 7)) & 7) - 1 < 2 && (code & 7) !== expected
}

/** The first MCU that is not as it was written; `to` where all are. */
function walkRun(
  bytes: Uint8Array,
  { start, end }: ZeroRun,
  { from, to }: Loss,
  scan: Scan,
): number {
  const bits = new BitReader(bytes.subarray(0, end), start, end)
  const running = { dc: new Int32Array(4), ended: 0 }
  const readMcu = mcuReader(bits, blockReader(bits, scan.frame, scan.band, running), scan)
  const zeros = zerosWithin(bytes, start, end)
  const levels = codesDc(scan) ? new Int16Array(to - from) : undefined
  let inZeros: number | undefined
  for (let mcu = from; mcu < to; mcu++) {
    const read = readMcu(mcu)
    if (read === 'bad') return inZeros ?? mcu
    if (read === 'over' || bits.isOverrun()) {
      // Data that end as they should but too early lack something in their midst, and what follows it is out of place.
      return inZeros ?? (read === 'good' ? mcu : from + steepestChange(levels, scan))
    }
    if (levels) levels[mcu - from] = running.dc[0]!
    if (zeros && inZeros === undefined && bits.position() > zeros.start + 2) {
      // Zeros can be blocks without change, if the tables say so; whether they are shows at the end of the run.
      if (!canBeZeros(scan)) return mcu
      inZeros = mcu
    }
  }
  const left = end - bits.position()
  if (left <= LEFT_OVER) return to
  const behind = end - left
  // Zeros before a marker are damage: in progressive scans one code of zeros can end all blocks.
  const filling = end === bytes.length ? 0 : 0xff
  const isFilled = bytes.subarray(behind + 1, end).every((byte) => byte === filling)
  if (inZeros !== undefined && !(isFilled && bytes[behind - 1] !== 0)) return inZeros
  return isFilled ? to : from + steepestChange(levels, scan)
}

/**
 * Where rows of MCUs stop to resemble the row before, by their first DC coefficients: where something was lost among
 * them, everything behind is shifted and too light or too dark.
 * @returns the beginning of the row before, as an index into `levels`
 */
function steepestChange(levels: Int16Array | undefined, { frame, components }: Scan): number {
  if (!levels) return 0
  const [first] = components
  const columns = components.length === 1 ? first!.columns : frame.mcuColumns
  let [steepest, found] = [0, 0]
  for (let row = columns; row + columns <= levels.length; row += columns) {
    let change = 0
    for (let at = row; at < row + columns; at++) {
      change += Math.abs(levels[at]! - levels[at - columns]!)
    }
    if (change > steepest) [steepest, found] = [change, row]
  }
  return Math.max(0, found - columns)
}

/** The longest run of zeros: among flat areas the one that is damage. */
function zerosWithin(bytes: Uint8Array, from: number, to: number): ZeroRun | undefined {
  // Without what follows, which would be searched anew for each of many runs.
  const within = bytes.subarray(0, to)
  let longest: ZeroRun | undefined
  for (let at = from; ; ) {
    const run = findZeros(within, at)
    if (!run) return longest
    if (!longest || run.end - run.start > longest.end - longest.start) longest = run
    at = run.end
  }
}

/** Whether a scan has the values of DC coefficients, not only bits of them. */
function codesDc({ band }: Pick<Scan, 'band'>): boolean {
  return band.first === 0 && band.high === 0
}

/** Whether nothing but zeros codes blocks that are like the one before and have no detail. */
function canBeZeros({ frame, components, band }: Scan): boolean {
  const hasDc = codesDc({ band })
  const codesAc = !frame.progressive || band.first > 0
  return components.every(
    ({ dc, ac }) => (!hasDc || (dc![0]! & 255) === 0) && (!codesAc || isEndOfBlocks(ac![0]!)),
  )
}

function isEndOfBlocks(code: number): boolean {
  return (code & 15) === 0 && (code & 0xf0) !== 0xf0
}

/**
 * `bad`: no encoder writes that. `ended`: the data ended as they should before one of its blocks, which may need none.
 * `over`: it needs more.
 */
type ReadMcu = (mcu: number) => 'good' | 'bad' | 'ended' | 'over'

/** Reads the blocks of an MCU, of which a scan of one component has one (ITU T.81, A.2). */
function mcuReader(bits: BitReader, read: ReadBlock, { frame, components }: Scan): ReadMcu {
  const [only] = components.length === 1 ? components : []
  if (only) {
    const { columns, stride } = only
    return (mcu) => {
      const outcome = bits.isAtEnd() ? 'ended' : 'good'
      const block = Math.floor(mcu / columns) * stride + (mcu % columns)
      return read(only, 0, block) ? outcome : outcome === 'ended' ? 'over' : 'bad'
    }
  }
  return (mcu) => {
    let outcome: 'good' | 'ended' = 'good'
    const row = Math.floor(mcu / frame.mcuColumns)
    const column = mcu - row * frame.mcuColumns
    for (const [nth, component] of components.entries()) {
      const { across, down, stride } = component
      for (let y = 0; y < down; y++) {
        const block = (row * down + y) * stride + column * across
        for (let x = 0; x < across; x++) {
          if (bits.isAtEnd()) outcome = 'ended'
          if (!read(component, nth, block + x)) return outcome === 'ended' ? 'over' : 'bad'
        }
      }
    }
    return outcome
  }
}
