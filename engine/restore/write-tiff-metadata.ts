import { type FileHandle, open } from 'node:fs/promises'
import { EXIF_DIRECTORY, KEPT, type Kind, type SafeMetadata } from './safe-metadata.ts'

/** The start of a TIFF of little-endian numbers and 32-bit offsets (TIFF 6.0, section 2), as libvips writes them. */
const LITTLE_ENDIAN = 'II*\0'

/** Bytes of a directory's count, of an entry, and of the offset of the next directory behind the entries. */
const [COUNT, ENTRY, NEXT] = [2, 12, 4]

/** The types of values, and that of an offset. */
const TYPES = { text: 2, whole: 3, fraction: 5 } as const
const LONG = 4

/**
 * Writes camera, date and exposure into a TIFF file, which libvips does not. The first directory is written again
 * behind the file's end with the tags in it, and the header points there: nothing else moves. A BigTIFF stays as it is.
 */
export async function writeTiffMetadata(path: string, safe: SafeMetadata): Promise<void> {
  const exposure = entriesOf(safe, 'IFD2')
  const camera = entriesOf(safe, 'IFD0')
  if (exposure.length + camera.length === 0) return
  const file = await open(path, 'r+')
  try {
    const header = await read(file, 0, 8)
    if (header.toString('latin1', 0, 4) !== LITTLE_ENDIAN) return
    const old = header.readUInt32LE(4)
    const count = (await read(file, old, COUNT)).readUInt16LE()
    const entries = await read(file, old + COUNT, ENTRY * count + NEXT)
    const { size } = await file.stat()
    const end = size + (size % 2)
    const inner = directory(end, exposure, 0)
    const others = Array.from({ length: count }, (_, n) =>
      entries.subarray(ENTRY * n, ENTRY * (n + 1)),
    )
    const taken = new Set([EXIF_DIRECTORY, ...camera.map(({ tag }) => tag)])
    const kept = others
      .map((entry) => ({ tag: entry.readUInt16LE(0), entry }))
      .filter(({ tag }) => !taken.has(tag))
    const pointer = { tag: EXIF_DIRECTORY, entry: offsetEntry(EXIF_DIRECTORY, end) }
    const outer = directory(
      end + inner.length,
      [...kept, ...camera, ...(exposure.length > 0 ? [pointer] : [])],
      entries.readUInt32LE(ENTRY * count),
    )
    await file.write(Buffer.concat([inner, outer]), 0, inner.length + outer.length, end)
    header.writeUInt32LE(end + inner.length, 4)
    await file.write(header, 4, 4, 4)
  } finally {
    await file.close()
  }
}

/** An entry as it stands, or a value to write. */
type Tag = { tag: number } & ({ entry: Buffer } | { type: number; count: number; value: Buffer })

function entriesOf(safe: SafeMetadata, name: keyof SafeMetadata): Tag[] {
  return Object.entries(KEPT[name]).flatMap(([tag, [field, kind]]) => {
    const given = safe[name][field]
    return given === undefined ? [] : [{ tag: Number(tag), ...encodedValue(given, kind) }]
  })
}

function encodedValue(given: string, kind: Kind): { type: number; count: number; value: Buffer } {
  const type = TYPES[kind]
  if (kind === 'text') {
    const value = Buffer.from(`${given}\0`, 'latin1')
    return { type, count: value.length, value }
  }
  const parts = given.split('/').map(Number)
  const size = kind === 'whole' ? 2 : 4
  const value = Buffer.alloc(size * parts.length)
  for (const [n, part] of parts.entries()) value.writeUIntLE(part, size * n, size)
  return { type, count: 1, value }
}

/** A directory that starts at an offset of the file, its entries in rising order, and behind it their values. */
function directory(start: number, tags: readonly Tag[], next: number): Buffer {
  const size = COUNT + ENTRY * tags.length + NEXT
  const head = Buffer.alloc(size)
  head.writeUInt16LE(tags.length)
  head.writeUInt32LE(next, size - NEXT)
  const values: Buffer[] = []
  let at = start + size
  for (const [n, one] of tags.toSorted((a, b) => a.tag - b.tag).entries()) {
    const to = COUNT + ENTRY * n
    if ('entry' in one) {
      one.entry.copy(head, to)
      continue
    }
    const { tag, type, count, value } = one
    head.writeUInt16LE(tag, to)
    head.writeUInt16LE(type, to + 2)
    head.writeUInt32LE(count, to + 4)
    if (value.length <= 4) value.copy(head, to + 8)
    else {
      head.writeUInt32LE(at, to + 8)
      const even = Buffer.concat([value, Buffer.alloc(value.length % 2)])
      values.push(even)
      at += even.length
    }
  }
  return Buffer.concat([head, ...values])
}

function offsetEntry(tag: number, offset: number): Buffer {
  const entry = Buffer.alloc(ENTRY)
  entry.writeUInt16LE(tag, 0)
  entry.writeUInt16LE(LONG, 2)
  entry.writeUInt32LE(1, 4)
  entry.writeUInt32LE(offset, 8)
  return entry
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new Error('The file is no whole TIFF.')
  return buffer
}
