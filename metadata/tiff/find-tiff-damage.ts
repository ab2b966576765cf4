import type { Damage } from '../damage.ts'

/** Rows that may be lost: as many as a block of a JPEG has at least. */
const BLOCK_ROWS = 8

/** Tags of a directory (TIFF 6.0): the size, and where strips or tiles of pixels lie. */
const TAG = {
  width: 256,
  height: 257,
  stripOffsets: 273,
  rowsPerStrip: 278,
  stripBytes: 279,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
} as const

/** Bytes of a value of a type: SHORT, LONG, and LONG8 of a BigTIFF. */
const SIZES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 16: 8 }

/** The most strips of a picture: one a row of the largest that can be read. */
const MOST_STRIPS = 1_000_000

/**
 * Finds what a TIFF has lost because its file is too short: rows of strips and tiles that lie beyond its end. The first
 * directory counts.
 * @returns `unknown` where all lie within the file, which says nothing about what is in them
 */
export function findTiffDamage(bytes: Uint8Array): Damage | 'unknown' {
  const values = readFirstDirectory(bytes)
  const [width = 0] = values(TAG.width)
  const [rows = 0] = values(TAG.height)
  const [tileWidth] = values(TAG.tileWidth)
  const [tileHeight = 0] = values(TAG.tileHeight)
  const isTiled = tileWidth !== undefined
  const [rowsPerStrip = rows] = values(TAG.rowsPerStrip)
  const offsets = values(isTiled ? TAG.tileOffsets : TAG.stripOffsets)
  const lengths = values(isTiled ? TAG.tileBytes : TAG.stripBytes)
  const columns = isTiled ? Math.ceil(width / tileWidth) : 1
  const height = isTiled ? tileHeight : Math.min(rowsPerStrip, rows)
  if (!rows || !height || !columns) return 'unknown'
  let [from, lost] = [rows, 0]
  for (const [nth, offset] of offsets.entries()) {
    const there = Math.max(0, bytes.length - offset)
    const needed = lengths[nth] ?? 0
    if (there >= needed) continue
    const top = (Math.floor(nth / columns) % Math.ceil(rows / height)) * height
    from = Math.min(from, top)
    lost += Math.min(height, rows - top) / columns
  }
  return lost > 0 ? { from, lost: Math.min(lost, rows), rows, blockRows: BLOCK_ROWS } : 'unknown'
}

/** The values of a tag of the first directory; none where it is missing or lies beyond the end. */
function readFirstDirectory(bytes: Uint8Array): (tag: number) => number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const little = bytes[0] === 0x49
  const number = (at: number, size: number): number => {
    if (at + size > bytes.length) return 0
    if (size === 2) return view.getUint16(at, little)
    return size === 4 ? view.getUint32(at, little) : Number(view.getBigUint64(at, little))
  }
  const isBig = number(2, 2) === 43
  const [word, count, entry] = isBig ? [8, 8, 20] : [4, 2, 12]
  const start = number(isBig ? 8 : 4, word)
  const entries = Math.min(number(start, count), 512)
  return (tag) => {
    for (let nth = 0; nth < entries; nth++) {
      const at = start + count + nth * entry
      const size = SIZES[number(at + 2, 2)]
      if (number(at, 2) !== tag || !size) continue
      const total = Math.min(number(at + 4, word), MOST_STRIPS)
      const first = at + 4 + word
      const from = total * size <= word ? first : number(first, word)
      if (from + total * size > bytes.length) return []
      return Array.from({ length: total }, (_, n) => number(from + n * size, size))
    }
    return []
  }
}
