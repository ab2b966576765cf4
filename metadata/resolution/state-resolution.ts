import { RESOLUTION_TAGS, type Resolution, UNIT } from '../tiff/resolution.ts'

/** What EXIF asks for where nothing is known of a resolution (CIPA DC-008, 4.6.4). */
const UNKNOWN: Resolution = { x: 72, y: 72 }

/** Parts that a resolution is stated in, so that hundredths of a pixel per inch survive. */
const PARTS = 100

/** Bytes of an entry of a directory. */
const ENTRY = 12

/**
 * States a resolution in an EXIF block that has the tags for it; where none is known, as EXIF asks for. Blocks without
 * the tags stay as they are, and so does what is damaged.
 * @param block from its byte order mark on; its bytes are changed
 */
export function stateResolution(block: Buffer, resolution: Resolution = UNKNOWN): void {
  const order = block.toString('latin1', 0, 2)
  if (block.length < 8 || (order !== 'II' && order !== 'MM')) return
  const little = order === 'II'
  const first = little ? block.readUInt32LE(4) : block.readUInt32BE(4)
  stateInDirectory(block, first, little, resolution)
}

/** The directory of a block or a file, whose offsets count from its beginning. */
function stateInDirectory(block: Buffer, at: number, little: boolean, { x, y }: Resolution): void {
  const short = (from: number): number =>
    little ? block.readUInt16LE(from) : block.readUInt16BE(from)
  const long = (from: number): number =>
    little ? block.readUInt32LE(from) : block.readUInt32BE(from)
  const writeLong = (value: number, to: number): void =>
    void (little ? block.writeUInt32LE(value, to) : block.writeUInt32BE(value, to))
  if (at + 2 > block.length) return
  const end = Math.min(block.length - ENTRY, at + 2 + ENTRY * (short(at) - 1))
  for (let entry = at + 2; entry <= end; entry += ENTRY) {
    const tag = short(entry)
    if (tag === UNIT.tag) {
      if (little) block.writeUInt16LE(UNIT.inch, entry + 8)
      else block.writeUInt16BE(UNIT.inch, entry + 8)
    }
    if (tag !== RESOLUTION_TAGS.x && tag !== RESOLUTION_TAGS.y) continue
    const value = long(entry + 8)
    if (value + 8 > block.length) continue
    writeLong(Math.round((tag === RESOLUTION_TAGS.x ? x : y) * PARTS), value)
    writeLong(PARTS, value + 4)
  }
}
