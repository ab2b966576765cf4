import { type ByteReader, readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { APP0, app1, isApp1, takeLeadingSegments } from '../jpeg/jpeg-segments.ts'
import { chunkType, pngChunk, SIGNATURE_BYTES, takeChunksBeforePixels } from '../png/png-chunks.ts'
import { addWebpChunk } from '../webp/add-webp-chunk.ts'
import { exifBlock } from './exif-block.ts'
import { EXIF, exifInChunks, exifInSegments } from './exif-in.ts'
import type { KeptMetadata } from './kept-metadata.ts'

/** The flag of a WebP that has an EXIF chunk (RFC 9649, section 2.7.1). */
const WEBP_EXIF_FLAG = 0x08

/** The most bytes of an EXIF block: what one segment of a JPEG holds, which every reader takes. */
const MAX_BLOCK = 65_000

/**
 * Writes metadata as EXIF into a JPEG, PNG or WebP while it streams through; nothing is encoded again. EXIF that is
 * there is replaced, but for the orientation. Other formats pass unchanged.
 */
export async function* embedMetadata(
  bytes: ByteSource,
  kept: KeptMetadata,
): AsyncGenerator<Uint8Array, void> {
  const reader = readBytes(bytes)
  const block = (before?: Buffer): Buffer => {
    const made = exifBlock(kept, before)
    // What is too long are texts nobody needs for the picture to be right.
    return made.length <= MAX_BLOCK ? made : exifBlock(EMPTY, before)
  }
  try {
    const start = (await reader.peek(12)).toString('latin1')
    if (start.startsWith('\xff\xd8\xff')) yield await jpegStart(reader, block)
    else if (start.startsWith('\x89PNG\r\n\x1a\n')) yield await pngStart(reader, block)
    else if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) {
      yield* addWebpChunk(reader, { name: 'EXIF', flag: WEBP_EXIF_FLAG, make: () => block() })
    }
    yield* reader.pass()
  } finally {
    await reader.close()
  }
}

const EMPTY: KeptMetadata = { picture: [], exposure: [], place: [] }

type Block = (before?: Buffer) => Buffer

/** EXIF follows the start, or JFIF where there is one. */
async function jpegStart(reader: ByteReader, block: Block): Promise<Buffer> {
  const start = await reader.take(2)
  const segments = await takeLeadingSegments(reader)
  const exif = app1(EXIF, block(exifInSegments(segments)))
  const kept = segments.filter((segment) => !isApp1(segment, EXIF))
  const other = kept.findIndex((segment) => segment[1] !== APP0)
  const at = other < 0 ? kept.length : other
  return Buffer.concat([start, ...kept.slice(0, at), exif, ...kept.slice(at)])
}

async function pngStart(reader: ByteReader, block: Block): Promise<Buffer> {
  const signature = await reader.take(SIGNATURE_BYTES)
  const chunks = await takeChunksBeforePixels(reader)
  const exif = pngChunk('eXIf', block(exifInChunks(chunks)))
  const [header = Buffer.alloc(0), ...others] = chunks.filter((one) => chunkType(one) !== 'eXIf')
  return Buffer.concat([signature, header, exif, ...others])
}
