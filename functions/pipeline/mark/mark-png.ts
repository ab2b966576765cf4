import { crc32 } from 'node:zlib'
import type { ByteReader } from '../bytes/byte-reader.ts'
import type { Embedding } from './embedding.ts'

const KEYWORD = Buffer.from('XML:com.adobe.xmp\0')
const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12
/** Bytes of chunks before the pixels that are held in memory at most. */
const MAX_HELD = 8 * 1024 * 1024

/**
 * Writes a packet into a PNG as an iTXt chunk (XMP specification part 3, 1.1.5) behind the header. A packet in the
 * file is left out.
 */
export async function* markPng(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  yield await reader.take(SIGNATURE_BYTES)
  const chunks = await chunksBeforePixels(reader)
  const [header = Buffer.alloc(0), ...others] = chunks
  const old = others.filter((chunk) => isXmp(chunk))
  const packet = embed.packet(old.map((chunk) => chunk.toString('utf8')).join(''))
  yield Buffer.concat([header, chunkOf(packet), ...others.filter((chunk) => !old.includes(chunk))])
  embed.done()
  yield* withoutXmp(reader)
}

async function chunksBeforePixels(reader: ByteReader): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for (let held = 0; held < MAX_HELD; ) {
    const head = await reader.peek(8)
    if (head.length < 8 || head.toString('latin1', 4) === 'IDAT') break
    const size = FRAME_BYTES + head.readUInt32BE(0)
    if (held + size > MAX_HELD) break
    chunks.push(await reader.take(size))
    held += size
  }
  return chunks
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
  return (
    chunk.toString('latin1', 4, 8) === 'iTXt' &&
    chunk.subarray(8, 8 + KEYWORD.length).equals(KEYWORD)
  )
}

function chunkOf(packet: Buffer): Buffer {
  // Neither compressed nor in a language, with no translated keyword.
  const body = Buffer.concat([Buffer.from('iTXt'), KEYWORD, Buffer.from([0, 0, 0, 0]), packet])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
