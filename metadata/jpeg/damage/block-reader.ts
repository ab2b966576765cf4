import type { BitReader } from './bit-reader.ts'
import type { HuffmanTable } from './huffman-table.ts'
import type { Frame, FrameComponent } from './read-frame.ts'

/** A component as a scan codes it. */
export type ScanComponent = FrameComponent & {
  dc: HuffmanTable | undefined
  ac: HuffmanTable | undefined
  /** The DC coefficient's step of quantisation. */
  step: number
  /** Which AC coefficients of each block are not 0 so far, two words of 32 a block: progressive frames alone. */
  set: Uint32Array
}

/**
 * What a scan codes: a band of coefficients, and their bits from `high` (0 at first) down to `low` (ITU T.81, G.1.1.1).
 */
export type Band = { first: number; last: number; high: number; low: number }

/** Reads one block; false where no encoder can have written what is there. */
export type ReadBlock = (component: ScanComponent, nth: number, block: number) => boolean

/** What blocks leave for the next one: the last DC coefficient of each component, and how many blocks are empty. */
export type Running = { dc: Int32Array; ended: number }

/**
 * How far a DC coefficient may lie from 0, in units of its own transform: twice what eight bits allow, because some
 * encoders overshoot. Damage adds up differences of random size, and leads beyond it.
 */
const FARTHEST_DC = 2048

/** The most bits of a DC difference and of an AC coefficient of eight bits a sample (ITU T.81, tables F.1 and F.2). */
const [DC_BITS, AC_BITS] = [11, 10]

/** The reader of blocks of a scan. */
export function blockReader(
  bits: BitReader,
  { progressive, precision }: Frame,
  band: Band,
  running: Running,
): ReadBlock {
  const deeper = Math.max(0, precision - 8)
  const limits: Limits = {
    dcBits: DC_BITS + deeper,
    acBits: AC_BITS + deeper,
    farthest: FARTHEST_DC << deeper,
  }
  if (!progressive) {
    return (component, nth) =>
      readDc(bits, component, nth, 0, running, limits) && readSequential(bits, component, limits)
  }
  if (band.first === 0) {
    if (band.high > 0) {
      return () => {
        bits.read(1)
        return true
      }
    }
    return (component, nth) => readDc(bits, component, nth, band.low, running, limits)
  }
  return band.high > 0
    ? (component, _, block) => refineAc(bits, component, block, band, running)
    : (component, _, block) => readFirstAc(bits, component, block, band, running, limits)
}

type Limits = { dcBits: number; acBits: number; farthest: number }

function readDc(
  bits: BitReader,
  { dc, step }: ScanComponent,
  nth: number,
  low: number,
  running: Running,
  { dcBits, farthest }: Limits,
): boolean {
  const code = dc![bits.peek16()]!
  if (code === 0) return false
  bits.skip(code >> 8)
  const size = code & 255
  if (size > dcBits) return false
  if (size > 0) {
    const value = bits.read(size)
    const difference = value < 1 << (size - 1) ? value - (1 << size) + 1 : value
    const last = running.dc[nth]! + difference
    running.dc[nth] = last
    if (Math.abs((last << low) * step) > farthest + step) return false
  }
  return true
}

function readSequential(bits: BitReader, { ac }: ScanComponent, { acBits }: Limits): boolean {
  for (let at = 1; at < 64; at++) {
    const code = ac![bits.peek16()]!
    if (code === 0) return false
    bits.skip(code >> 8)
    const size = code & 15
    const run = (code >> 4) & 15
    if (size === 0) {
      if (run !== 15) return true
      at += 15
      if (at > 63) return false
      continue
    }
    at += run
    if (at > 63 || size > acBits) return false
    bits.read(size)
  }
  return true
}

function readFirstAc(
  bits: BitReader,
  { ac, set }: ScanComponent,
  block: number,
  { first, last }: Band,
  running: Running,
  { acBits }: Limits,
): boolean {
  if (running.ended > 0) {
    running.ended--
    return true
  }
  for (let at = first; at <= last; at++) {
    const code = ac![bits.peek16()]!
    if (code === 0) return false
    bits.skip(code >> 8)
    const size = code & 15
    const run = (code >> 4) & 15
    if (size === 0) {
      if (run !== 15) {
        running.ended = (1 << run) - 1 + bits.read(run)
        return true
      }
      at += 15
      if (at > last) return false
      continue
    }
    at += run
    if (at > last || size > acBits) return false
    bits.read(size)
    set[2 * block + (at >> 5)]! |= 1 << (at & 31)
  }
  return true
}

/** ITU T.81, G.1.2.3: a bit for each coefficient that is set already, and new ones of one bit among them. */
function refineAc(
  bits: BitReader,
  { ac, set }: ScanComponent,
  block: number,
  { first, last }: Band,
  running: Running,
): boolean {
  const isSet = (at: number): boolean => ((set[2 * block + (at >> 5)]! >>> (at & 31)) & 1) === 1
  let at = first
  if (running.ended === 0) {
    for (; at <= last; at++) {
      const code = ac![bits.peek16()]!
      if (code === 0) return false
      bits.skip(code >> 8)
      const size = code & 15
      let run = (code >> 4) & 15
      if (size > 1) return false
      if (size === 1) bits.read(1)
      else if (run !== 15) {
        running.ended = (1 << run) + bits.read(run)
        break
      }
      for (; at <= last; at++) {
        if (isSet(at)) bits.read(1)
        else if (--run < 0) break
      }
      if (at > last && size === 1) return false
      if (size === 1) set[2 * block + (at >> 5)]! |= 1 << (at & 31)
    }
  }
  if (running.ended > 0) {
    for (; at <= last; at++) if (isSet(at)) bits.read(1)
    running.ended--
  }
  return true
}
