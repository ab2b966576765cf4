import { readBytes } from '../bytes/byte-reader.ts'
import { takeLeadingSegments } from '../bytes/jpeg-segments.ts'
import { SIGNATURE_BYTES, takeChunksBeforePixels } from '../bytes/png-chunks.ts'
import type { ByteSource } from '../ports/byte-source.ts'
import { exifInChunks, exifInSegments } from './exif-in.ts'

/** How a JPEG and a PNG begin. */
const [JPEG, PNG] = [Buffer.from([0xff, 0xd8]), Buffer.from([0x89, 0x50])]

/** The EXIF block of a JPEG or PNG from its byte order mark on; undefined where none stands before the pixels. */
export async function readExif(bytes: ByteSource): Promise<Buffer | undefined> {
  const reader = readBytes(bytes)
  try {
    const start = await reader.peek(2)
    if (start.equals(JPEG)) {
      await reader.take(JPEG.length)
      return exifInSegments(await takeLeadingSegments(reader))
    }
    if (!start.equals(PNG)) return undefined
    await reader.take(SIGNATURE_BYTES)
    return exifInChunks(await takeChunksBeforePixels(reader))
  } finally {
    await reader.close()
  }
}
