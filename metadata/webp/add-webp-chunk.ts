import type { ByteReader } from '../byte-reader.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const ALPHA_FLAG = 0x10

/** A chunk of metadata to add: its name of four letters and its flag in `VP8X`. */
export type AddedChunk = {
  name: string
  flag: number
  /** Its bytes, given the text of what it takes the place of; their number is always the same. */
  make(existing?: string): Buffer
  /** Called once it was written. */
  done?(): void
}

/**
 * Writes a chunk of metadata into a WebP as its last one (RFC 9649, section 2.7). The size in the header is raised by
 * what is added, so a chunk of its name in the file cannot be left out: it is blanked, under a name that readers skip.
 * A file in the simple layout gets the extended one, which alone may have metadata.
 */
export async function* addWebpChunk(
  reader: ByteReader,
  chunk: AddedChunk,
): AsyncGenerator<Uint8Array> {
  const header = Buffer.from(await reader.take(HEADER_BYTES))
  const first = await reader.peek(CHUNK_HEADER_BYTES + 18)
  const extended = first.toString('latin1', 0, 4) === 'VP8X'
  const added = extended ? undefined : extendedHeader(first, chunk.flag)
  const room = chunkOf(chunk.name, chunk.make()).length
  const left = header.readUInt32LE(4) - 4
  const size = header.readUInt32LE(4) + (added?.length ?? 0) + room
  if ((!extended && !added) || size > 0xffffffff || left % 2 !== 0) {
    yield header
    return yield* reader.pass()
  }
  header.writeUInt32LE(size, 4)
  yield header
  if (added) yield added
  const old: string[] = []
  yield* passChunks(reader, left, chunk, old)
  yield chunkOf(chunk.name, chunk.make(old.join('')))
  chunk.done?.()
  yield* reader.pass()
}

/** Passes chunks of `left` bytes on, sets the flag of what is added, and blanks what it replaces into `old`. */
async function* passChunks(
  reader: ByteReader,
  left: number,
  { name: added, flag }: AddedChunk,
  old: string[],
): AsyncGenerator<Uint8Array> {
  for (let rest = left; rest > 0; ) {
    const head = Buffer.from(await reader.take(CHUNK_HEADER_BYTES))
    if (head.length < CHUNK_HEADER_BYTES) return yield head
    const length = Math.min(padded(head.readUInt32LE(4)), rest - CHUNK_HEADER_BYTES)
    rest -= CHUNK_HEADER_BYTES + length
    const name = head.toString('latin1', 0, 4)
    if (name === added) {
      head.write('SKIP', 'latin1')
      yield head
      for await (const part of reader.pass(length)) {
        old.push(Buffer.from(part).toString('utf8'))
        yield Buffer.alloc(part.length)
      }
      continue
    }
    yield head
    if (name !== 'VP8X') yield* reader.pass(length)
    else {
      const body = Buffer.from(await reader.take(length))
      body[0] = (body[0] ?? 0) | flag
      yield body
    }
  }
}

/** The chunk `VP8X` of a file in the simple layout, with the picture's size; undefined where that cannot be read. */
function extendedHeader(first: Buffer, flag: number): Buffer | undefined {
  const simple = readSimple(first)
  if (!simple) return undefined
  const chunk = Buffer.alloc(CHUNK_HEADER_BYTES + 10)
  chunk.write('VP8X', 'latin1')
  chunk.writeUInt32LE(10, 4)
  chunk[8] = flag | (simple.alpha ? ALPHA_FLAG : 0)
  chunk.writeUIntLE(simple.width - 1, 12, 3)
  chunk.writeUIntLE(simple.height - 1, 15, 3)
  return chunk
}

function readSimple(first: Buffer): { width: number; height: number; alpha: boolean } | undefined {
  const name = first.toString('latin1', 0, 4)
  if (first.length < 18) return undefined
  // RFC 6386, 9.1: three bytes of tag, the start code, and two sizes of 14 bits each.
  if (name === 'VP8 ' && first.readUIntBE(11, 3) === 0x9d012a) {
    const [width, height] = [first.readUInt16LE(14) & 0x3fff, first.readUInt16LE(16) & 0x3fff]
    return width && height ? { width, height, alpha: false } : undefined
  }
  // RFC 9649, 3.4: a signature, two sizes less one of 14 bits each, and whether there is alpha.
  if (name !== 'VP8L' || first[8] !== 0x2f) return undefined
  const bits = first.readUInt32LE(9)
  return {
    width: (bits & 0x3fff) + 1,
    height: ((bits >>> 14) & 0x3fff) + 1,
    alpha: ((bits >>> 28) & 1) === 1,
  }
}

function chunkOf(name: string, packet: Buffer): Buffer {
  const chunk = Buffer.alloc(CHUNK_HEADER_BYTES + padded(packet.length))
  chunk.write(name, 'latin1')
  chunk.writeUInt32LE(packet.length, 4)
  packet.copy(chunk, CHUNK_HEADER_BYTES)
  return chunk
}

function padded(length: number): number {
  return length + (length % 2)
}
