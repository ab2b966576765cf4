import type { ByteReader } from '../byte-reader.ts'
import {
  chunkType,
  FRAME_BYTES,
  pngChunk,
  SIGNATURE_BYTES,
  takeChunksBeforePixels,
} from '../png/png-chunks.ts'
import type { Embedding } from './embedding.ts'

const KEYWORD = Buffer.from('XML:com.adobe.xmp\0')
/** Neither compressed nor in a language, with no translated keyword. */
const PLAIN = Buffer.alloc(4)

/**
 * Writes a packet into a PNG as an iTXt chunk (XMP specification part 3, 1.1.5) behind the header. A packet in the
 * file is left out.
 */
export async function* markPng(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  yield await reader.take(SIGNATURE_BYTES)
  const chunks = await takeChunksBeforePixels(reader)
  const [header = Buffer.alloc(0), ...others] = chunks
  const old = others.filter((chunk) => isXmp(chunk))
  const packet = embed.packet(old.map((chunk) => chunk.toString('utf8')).join(''))
  const itxt = pngChunk('iTXt', Buffer.concat([KEYWORD, PLAIN, packet]))
  yield Buffer.concat([header, itxt, ...others.filter((chunk) => !old.includes(chunk))])
  embed.done()
  yield* withoutXmp(reader)
}

/** An old packet may also stand behind the pixels. */
async function* withoutXmp(reader: ByteReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const head = await reader.peek(8 + KEYWORD.length)
    if (head.length < 8) return yield* reader.pass()
    const size = FRAME_BYTES + head.readUInt32BE(0)
    if (!isXmp(head)) yield* reader.pass(size)
    else for await (const _ of reader.pass(size));
  }
}

function isXmp(chunk: Buffer): boolean {
  return chunkType(chunk) === 'iTXt' && chunk.subarray(8, 8 + KEYWORD.length).equals(KEYWORD)
}
