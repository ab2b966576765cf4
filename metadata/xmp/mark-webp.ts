import type { ByteReader } from '../byte-reader.ts'
import { addWebpChunk } from '../webp/add-webp-chunk.ts'
import type { Embedding } from './embedding.ts'

/** The flag of a WebP that has an XMP chunk (RFC 9649, section 2.7.1). */
const XMP_FLAG = 0x04

/** Writes a packet into a WebP as its last chunk, in the place of one that is there. */
export async function* markWebp(reader: ByteReader, embed: Embedding): AsyncGenerator<Uint8Array> {
  const { packet, done } = embed
  yield* addWebpChunk(reader, { name: 'XMP ', flag: XMP_FLAG, make: packet, done })
}
