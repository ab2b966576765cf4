import { isApp1 } from '../jpeg/jpeg-segments.ts'
import { chunkType } from '../png/png-chunks.ts'

/** Signature of the segment of a JPEG that holds an EXIF block. */
export const EXIF = Buffer.from('Exif\0\0', 'latin1')

/** The EXIF block among the segments of a JPEG, from its byte order mark on. */
export function exifInSegments(segments: readonly Buffer[]): Buffer | undefined {
  return segments.find((segment) => isApp1(segment, EXIF))?.subarray(4 + EXIF.length)
}

/** The EXIF block among the chunks of a PNG, without the chunk's length, type and checksum. */
export function exifInChunks(chunks: readonly Buffer[]): Buffer | undefined {
  return chunks.find((chunk) => chunkType(chunk) === 'eXIf')?.subarray(8, -4)
}
