import { deflateSync } from 'node:zlib'
import { readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { chunkType, pngChunk, SIGNATURE_BYTES, takeChunksBeforePixels } from './png-chunks.ts'

/** What precedes a profile in an iCCP chunk: a name, and that it is deflated (PNG 1.2, 4.2.2.4). */
const NAME = Buffer.from('icc\0\0', 'latin1')

/** Chunks that state colours. */
const COLOURS = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM']

/** The chunk of a PNG that holds an ICC profile. */
export function profileChunk(profile: Buffer): Buffer {
  return pngChunk('iCCP', Buffer.concat([NAME, deflateSync(profile)]))
}

/**
 * States the colours of a PNG by an ICC profile alone while it streams through, or as sRGB where there is none; nothing
 * is encoded again.
 */
export async function* replacePngColours(
  bytes: ByteSource,
  profile: Buffer | undefined,
): AsyncGenerator<Uint8Array, void> {
  const reader = readBytes(bytes)
  try {
    yield await reader.take(SIGNATURE_BYTES)
    const [head, ...others] = await takeChunksBeforePixels(reader)
    if (head) yield head
    if (profile) yield profileChunk(profile)
    for (const chunk of others) if (!COLOURS.includes(chunkType(chunk))) yield chunk
    yield* reader.pass()
  } finally {
    await reader.close()
  }
}
