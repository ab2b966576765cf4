import { readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { EXIF } from '../exif/exif-in.ts'
import { isApp1, takeLeadingSegments } from '../jpeg/jpeg-segments.ts'
import { chunkType, pngChunk, SIGNATURE_BYTES, takeChunksBeforePixels } from '../png/png-chunks.ts'
import { INCHES, type Resolution } from '../tiff/resolution.ts'
import { isJfif, jfifSegment } from './jfif.ts'
import { METRE } from './read-resolution.ts'
import { stateResolution } from './state-resolution.ts'

/**
 * States the resolution of a JPEG or PNG, or none, while it streams through; nothing is encoded again. What encoders
 * write where they were told of none, 25.4 pixels per inch, goes. Other formats pass unchanged.
 */
export async function* replaceResolution(
  bytes: ByteSource,
  resolution: Resolution | undefined,
): AsyncGenerator<Uint8Array, void> {
  const reader = readBytes(bytes)
  try {
    const start = (await reader.peek(2)).toString('latin1')
    if (start === '\xff\xd8') {
      yield await reader.take(2)
      const segments = (await takeLeadingSegments(reader)).filter((one) => !isJfif(one))
      if (resolution) yield jfifSegment(resolution)
      for (const segment of segments) {
        yield isApp1(segment, EXIF) ? restatedSegment(segment, resolution) : segment
      }
    } else if (start === '\x89P') {
      yield await reader.take(SIGNATURE_BYTES)
      const [head, ...others] = await takeChunksBeforePixels(reader)
      if (head) yield head
      if (resolution) yield physicalChunk(resolution)
      for (const chunk of others) {
        const type = chunkType(chunk)
        if (type === 'eXIf') yield restatedChunk(chunk, resolution)
        else if (type !== 'pHYs') yield chunk
      }
    }
    yield* reader.pass()
  } finally {
    await reader.close()
  }
}

/** {@link replaceResolution} of a file in memory. */
export async function withResolution(
  file: Uint8Array,
  resolution?: Resolution,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  for await (const part of replaceResolution(file, resolution)) parts.push(part)
  return Buffer.concat(parts)
}

function restatedSegment(segment: Buffer, resolution: Resolution | undefined): Buffer {
  const copy = Buffer.from(segment)
  stateResolution(copy.subarray(4 + EXIF.length), resolution)
  return copy
}

function restatedChunk(chunk: Buffer, resolution: Resolution | undefined): Buffer {
  const block = Buffer.from(chunk.subarray(8, -4))
  stateResolution(block, resolution)
  return pngChunk('eXIf', block)
}

function physicalChunk({ x, y }: Resolution): Buffer {
  const body = Buffer.alloc(9)
  body.writeUInt32BE(Math.round(x * INCHES.metre), 0)
  body.writeUInt32BE(Math.round(y * INCHES.metre), 4)
  body[8] = METRE
  return pngChunk('pHYs', body)
}
