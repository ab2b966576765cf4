import { isUtf8 } from 'node:buffer'

/** One entry of an image file directory (IFD): its tag, its values, and its text where the values are text. */
export type DirectoryEntry = {
  tag: number
  /** As TIFF 6.0 numbers them, and how many values of it there are. */
  type: number
  count: number
  /** The values as numbers; none of more than {@link MAX_VALUES} bytes. */
  values: readonly number[]
  text?: string
  /** The values as bytes, low ones first. */
  bytes: Buffer
}

/** Bytes of one value, by the type of its field (TIFF 6.0, section 2); other types are passed over. */
const VALUE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  7: 1,
  9: 4,
  10: 8,
}

/** Types of fields: text, and fractions of two whole numbers, which are read as two values. */
const ASCII = 2
const FRACTIONS: readonly number[] = [5, 10]

/** The most entries of a directory, and values and bytes of an entry that are read: hostile files declare billions. */
const MAX_ENTRIES = 512
const MAX_VALUES = 256
const MAX_BYTES = 16_384

/** Where the first directory of a TIFF structure starts (TIFF 6.0, section 2); undefined if it is no such structure. */
export function firstDirectory(bytes: Buffer): number | undefined {
  const order = bytes.toString('latin1', 0, 2)
  if (bytes.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  // A BigTIFF has a head of its own.
  if (bytes.toString('latin1', 2, 4).includes('+')) return undefined
  return order === 'II' ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4)
}

/**
 * Reads a directory of a TIFF structure: a TIFF file, a camera's raw file, or an EXIF block behind its header.
 * @param bytes the structure from its byte order mark on; values that lie beyond its end are left out
 * @param at where the directory starts
 */
export function readDirectory(bytes: Buffer, at: number): DirectoryEntry[] {
  const little = bytes.toString('latin1', 0, 2) === 'II'
  const short = (from: number) => (little ? bytes.readUInt16LE(from) : bytes.readUInt16BE(from))
  const long = (from: number) => (little ? bytes.readUInt32LE(from) : bytes.readUInt32BE(from))
  if (at + 2 > bytes.length) return []
  const entries: DirectoryEntry[] = []
  const count = Math.min(MAX_ENTRIES, short(at))
  for (let entry = at + 2; entry < at + 2 + 12 * count && entry + 12 <= bytes.length; entry += 12) {
    const type = short(entry + 2)
    const size = VALUE_BYTES[type]
    const length = long(entry + 4)
    if (!size || length > (size === 1 ? MAX_BYTES : MAX_VALUES)) continue
    const from = size * length <= 4 ? entry + 8 : long(entry + 8)
    if (from + size * length > bytes.length) continue
    const tag = short(entry)
    const each = FRACTIONS.includes(type) ? 4 : size
    const values = Array.from(
      { length: length > MAX_VALUES ? 0 : (length * size) / each },
      (_, n) =>
        each === 4 ? long(from + 4 * n) : each === 2 ? short(from + 2 * n) : bytes[from + n]!,
    )
    const raw = bytes.subarray(from, from + length * size)
    const found = { tag, type, count: length, values, bytes: little ? raw : swapped(raw, each) }
    entries.push(type === ASCII ? { ...found, text: textOf(raw) } : found)
  }
  return entries
}

/** A text up to its first zero byte: UTF-8, as EXIF 3.0 has it, or Latin-1 of older writers. */
function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  const own = end < 0 ? bytes : bytes.subarray(0, end)
  return isUtf8(own) ? own.toString('utf8') : own.toString('latin1')
}

/** The same values with low bytes first. */
function swapped(bytes: Buffer, each: number): Buffer {
  if (each === 2) return Buffer.from(bytes).swap16()
  return each === 4 ? Buffer.from(bytes).swap32() : bytes
}
