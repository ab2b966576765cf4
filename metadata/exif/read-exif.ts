import { readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { takeLeadingSegments } from '../jpeg/jpeg-segments.ts'
import { SIGNATURE_BYTES, takeChunksBeforePixels } from '../png/png-chunks.ts'
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
