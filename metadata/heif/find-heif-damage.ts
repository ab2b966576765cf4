import { bodiesOf, boxesIn } from './heif-boxes.ts'
import { readItems } from './heif-items.ts'

/** Where bytes of an item lie. */
type Extent = { at: number; length: number }

/** Bytes that never stand in a unit of HEVC: what would is escaped (ITU-T H.265, 7.4.2). */
const NEVER = [0, 1, 2].map((last) => Buffer.from([0, 0, last]))

/** The most items and extents that are read: hostile files declare millions. */
const MOST = 65_536

/** Bytes of the length before each unit, where a file does not say otherwise: nearly all have this. */
const LENGTH_BYTES = 4

/**
 * Finds damage of a HEIC file that its decoder does not tell: pictures whose bytes lie beyond the end of the file, and
 * units of HEVC that hold bytes which no encoder writes, or do not fill their item.
 * @returns undefined where none is found, in files of another structure too
 */
export function findHeifDamage(bytes: Buffer): 'cut off' | 'damaged' | undefined {
  try {
    const [meta] = bodiesOf(boxesIn(bytes), 'meta')
    if (!meta) return undefined
    const boxes = boxesIn(meta.subarray(4))
    const items = readItems(bodiesOf(boxes, 'iinf')[0])
    const [iloc] = bodiesOf(boxes, 'iloc')
    const coded = iloc ? readLocations(iloc).filter(({ id }) => items.get(id) === 'hvc1') : []
    for (const { extents } of coded) {
      if (extents.some(({ at, length }) => at + length > bytes.length)) return 'cut off'
      const parts = extents.map(({ at, length }) => bytes.subarray(at, at + length))
      if (!isHevc(parts.length === 1 ? parts[0]! : Buffer.concat(parts))) return 'damaged'
    }
    return undefined
  } catch (error) {
    // A count or an offset of a damaged box leads out of it.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isHevc(item: Buffer): boolean {
  for (let at = 0; at < item.length; ) {
    if (at + LENGTH_BYTES > item.length) return false
    const end = at + LENGTH_BYTES + item.readUInt32BE(at)
    if (end > item.length) return false
    const unit = item.subarray(at + LENGTH_BYTES, end)
    if (NEVER.some((never) => unit.includes(never))) return false
    at = end
  }
  return true
}

/** The items of an `iloc` box whose bytes lie in the file itself. @throws RangeError where it is damaged */
function readLocations(iloc: Buffer): { id: number; extents: Extent[] }[] {
  const version = iloc[0]!
  let at = 4
  const read = (size: number): number => {
    if (size === 0) return 0
    const value = size === 8 ? Number(iloc.readBigUInt64BE(at)) : iloc.readUIntBE(at, size)
    at += size
    return value
  }
  const sizes = read(2)
  const nibble = (nth: number) => (sizes >> (12 - 4 * nth)) & 15
  const [offset, length, base, index] = [nibble(0), nibble(1), nibble(2), nibble(3)]
  const count = Math.min(MOST, read(version < 2 ? 2 : 4))
  const found: { id: number; extents: Extent[] }[] = []
  let left = MOST
  for (let n = 0; n < count; n++) {
    const id = read(version < 2 ? 2 : 4)
    const isInFile = version === 0 || (read(2) & 15) === 0
    read(2)
    const start = read(base)
    const parts = read(2)
    left -= parts
    if (left < 0) throw new RangeError('There are too many extents.')
    const extents = Array.from({ length: parts }, () => {
      if (version > 0) read(index)
      return { at: start + read(offset), length: read(length) }
    })
    if (isInFile) found.push({ id, extents })
  }
  return found
}
