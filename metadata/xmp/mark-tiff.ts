import type { ByteReader } from '../byte-reader.ts'
import type { Embedding } from './embedding.ts'

/** The tag of an XMP packet (XMP specification part 3, 1.1.7) and its type, BYTE. */
const [XMP_TAG, BYTE] = [700, 1]

/** How a TIFF writes its numbers: 32-bit offsets, or 64-bit ones in a BigTIFF. */
type Layout = {
  little: boolean
  big: boolean
  /** Bytes of the header, of the count of entries, of an entry, and of an offset. */
  header: number
  count: number
  entry: number
  offset: number
}

/**
 * Writes a packet into a TIFF as tag 700 of its first picture. The directory is written again at the end of the file
 * with the tag in it, and the header points there: nothing else moves. Needs the file's size, because the header comes
 * first.
 */
export async function* markTiff(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  const start = await reader.peek(16)
  if (start.length < 16) return yield* reader.pass()
  const layout = layoutOf(start)
  const header = Buffer.from(await reader.take(layout.header))
  const at = readNumber(header, layout.header - layout.offset, layout.offset, layout)
  const size = embed.size
  if (size === undefined || at < layout.header || at + layout.count > size) {
    yield header
    return yield* reader.pass()
  }
  const end = size + (size % 2)
  writeNumber(header, end, layout.header - layout.offset, layout.offset, layout)
  yield header
  yield* reader.pass(at - layout.header)
  const directory = await takeDirectory(reader, layout)
  yield directory
  let written = at + directory.length
  for await (const part of reader.pass()) {
    written += part.length
    yield part
  }
  if (written !== size) throw new Error(`The file has ${written} bytes instead of ${size}.`)
  yield Buffer.alloc(end - size)
  yield* newDirectory(directory, end, embed.packet(), layout)
  embed.done()
}

function layoutOf(start: Buffer): Layout {
  const little = start[0] === 0x49
  const big = (little ? start.readUInt16LE(2) : start.readUInt16BE(2)) === 43
  return big
    ? { little, big, header: 16, count: 8, entry: 20, offset: 8 }
    : { little, big, header: 8, count: 2, entry: 12, offset: 4 }
}

async function takeDirectory(reader: ByteReader, layout: Layout): Promise<Buffer> {
  const count = readNumber(await reader.peek(layout.count), 0, layout.count, layout)
  // A BigTIFF counts in 64 bits; no picture has more tags than there are.
  return await reader.take(layout.count + Math.min(count, 65_535) * layout.entry + layout.offset)
}

/** The directory with the tag among the others, which are in rising order, then the packet it points to. */
function* newDirectory(
  old: Buffer,
  at: number,
  packet: Buffer,
  layout: Layout,
): Generator<Uint8Array> {
  const entries: Buffer[] = []
  const last = old.length - layout.offset
  for (let from = layout.count; from + layout.entry <= last; from += layout.entry) {
    const entry = old.subarray(from, from + layout.entry)
    if (readNumber(entry, 0, 2, layout) !== XMP_TAG) entries.push(entry)
  }
  const own = Buffer.alloc(layout.entry)
  const size = layout.count + (entries.length + 1) * layout.entry + layout.offset
  writeNumber(own, XMP_TAG, 0, 2, layout)
  writeNumber(own, BYTE, 2, 2, layout)
  writeNumber(own, packet.length, 4, layout.offset, layout)
  writeNumber(own, at + size, 4 + layout.offset, layout.offset, layout)
  const behind = entries.findIndex((entry) => readNumber(entry, 0, 2, layout) > XMP_TAG)
  entries.splice(behind < 0 ? entries.length : behind, 0, own)
  const count = Buffer.alloc(layout.count)
  writeNumber(count, entries.length, 0, layout.count, layout)
  yield Buffer.concat([count, ...entries, old.subarray(last)])
  yield packet
}

function readNumber(bytes: Buffer, at: number, size: number, { little }: Layout): number {
  if (size === 8) return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return little ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size)
}

function writeNumber(
  bytes: Buffer,
  value: number,
  at: number,
  size: number,
  { little }: Layout,
): void {
  if (size === 8 && little) bytes.writeBigUInt64LE(BigInt(value), at)
  else if (size === 8) bytes.writeBigUInt64BE(BigInt(value), at)
  else if (little) bytes.writeUIntLE(value, at, size)
  else bytes.writeUIntBE(value, at, size)
}
