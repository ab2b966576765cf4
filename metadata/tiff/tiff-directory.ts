/** One entry of an image file directory (IFD): its tag, its values, and its text where the values are text. */
export type DirectoryEntry = { tag: number; values: readonly number[]; text?: string }

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

/** The most entries of a directory and values of an entry that are read: hostile files declare billions. */
const MAX_ENTRIES = 512
const MAX_VALUES = 256

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
    if (!size || length > MAX_VALUES) continue
    const from = size * length <= 4 ? entry + 8 : long(entry + 8)
    if (from + size * length > bytes.length) continue
    const tag = short(entry)
    const each = FRACTIONS.includes(type) ? 4 : size
    const values = Array.from({ length: (length * size) / each }, (_, n) =>
      each === 4 ? long(from + 4 * n) : each === 2 ? short(from + 2 * n) : bytes[from + n]!,
    )
    if (type !== ASCII) entries.push({ tag, values })
    else {
      const text = bytes.toString('latin1', from, from + length).replace(/\0.*$/s, '')
      entries.push({ tag, values, text })
    }
  }
  return entries
}
