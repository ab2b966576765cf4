import { type ByteReader, readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { APP0, app1, isApp1, takeLeadingSegments } from '../jpeg/jpeg-segments.ts'
import { chunkType, pngChunk, SIGNATURE_BYTES, takeChunksBeforePixels } from '../png/png-chunks.ts'
import { exifBlock } from './exif-block.ts'
import { EXIF, exifInChunks, exifInSegments } from './exif-in.ts'
import type { SafeMetadata } from './safe-metadata.ts'

/**
 * Writes metadata as EXIF into a JPEG or PNG while it streams through; nothing is encoded again. EXIF that is there is
 * replaced, but for the orientation. Other formats pass unchanged.
 */
export async function* embedMetadata(
  bytes: ByteSource,
  safe: SafeMetadata,
): AsyncGenerator<Uint8Array, void> {
  const reader = readBytes(bytes)
  try {
    const start = (await reader.peek(SIGNATURE_BYTES)).toString('latin1')
    if (start.startsWith('\xff\xd8\xff')) yield await jpegStart(reader, safe)
    else if (start === '\x89PNG\r\n\x1a\n') yield await pngStart(reader, safe)
    yield* reader.pass()
  } finally {
    await reader.close()
  }
}

/** EXIF follows the start, or JFIF where there is one. */
async function jpegStart(reader: ByteReader, safe: SafeMetadata): Promise<Buffer> {
  const start = await reader.take(2)
  const segments = await takeLeadingSegments(reader)
  const exif = app1(EXIF, exifBlock(safe, exifInSegments(segments)))
  const kept = segments.filter((segment) => !isApp1(segment, EXIF))
  const other = kept.findIndex((segment) => segment[1] !== APP0)
  const at = other < 0 ? kept.length : other
  return Buffer.concat([start, ...kept.slice(0, at), exif, ...kept.slice(at)])
}

async function pngStart(reader: ByteReader, safe: SafeMetadata): Promise<Buffer> {
  const signature = await reader.take(SIGNATURE_BYTES)
  const chunks = await takeChunksBeforePixels(reader)
  const exif = pngChunk('eXIf', exifBlock(safe, exifInChunks(chunks)))
  const [header = Buffer.alloc(0), ...others] = chunks.filter((one) => chunkType(one) !== 'eXIf')
  return Buffer.concat([signature, header, exif, ...others])
}
