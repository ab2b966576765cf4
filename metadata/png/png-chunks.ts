import { crc32 } from 'node:zlib'
import type { ByteReader } from '../byte-reader.ts'

/** Bytes of the signature that a file starts with. */
export const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
export const FRAME_BYTES = 12
/** Bytes of chunks before the pixels that are held in memory at most. */
const MAX_HELD = 8 * 1024 * 1024

/** Takes the chunks of a PNG behind its signature that come before its pixels. */
export async function takeChunksBeforePixels(reader: ByteReader): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for (let held = 0; held < MAX_HELD; ) {
    const head = await reader.peek(8)
    if (head.length < 8 || chunkType(head) === 'IDAT') break
    const size = FRAME_BYTES + head.readUInt32BE(0)
    if (held + size > MAX_HELD) break
    chunks.push(await reader.take(size))
    held += size
  }
  return chunks
}

/** The type of a chunk, from its first eight bytes. */
export function chunkType(chunk: Buffer): string {
  return chunk.toString('latin1', 4, 8)
}

/** A chunk with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
