import { readBytes } from '../byte-reader.ts'
import type { ByteSource } from '../byte-source.ts'
import { exifInChunks, exifInSegments } from '../exif/exif-in.ts'
import { takeLeadingSegments } from '../jpeg/jpeg-segments.ts'
import { chunkType, SIGNATURE_BYTES, takeChunksBeforePixels } from '../png/png-chunks.ts'
import { INCHES, type Resolution, resolutionOf } from '../tiff/resolution.ts'
import { exifResolution } from './exif-resolution.ts'
import { isJfif, JFIF_UNIT } from './jfif.ts'

/** How a PNG counts its pixels where it says so (PNG, third edition, 11.3.4.3). */
export const METRE = 1

/**
 * The resolution that a JPEG or PNG states: JFIF or `pHYs`, then EXIF. undefined where it states none, which is not the
 * 72 or 25.4 pixels per inch that readers put in its place, and for other formats.
 */
export async function readResolution(bytes: ByteSource): Promise<Resolution | undefined> {
  const reader = readBytes(bytes)
  try {
    const start = (await reader.peek(2)).toString('latin1')
    if (start === '\xff\xd8') {
      await reader.take(2)
      return ofSegments(await takeLeadingSegments(reader))
    }
    if (start !== '\x89P') return undefined
    await reader.take(SIGNATURE_BYTES)
    return ofChunks(await takeChunksBeforePixels(reader))
  } finally {
    await reader.close()
  }
}

function ofSegments(segments: readonly Buffer[]): Resolution | undefined {
  const jfif = segments.find(isJfif)
  const unit = jfif?.[JFIF_UNIT.at]
  if (jfif && (unit === JFIF_UNIT.inch || unit === JFIF_UNIT.centimetre)) {
    const inches = unit === JFIF_UNIT.inch ? 1 : INCHES.centimetre
    const [x, y] = [jfif.readUInt16BE(JFIF_UNIT.at + 1), jfif.readUInt16BE(JFIF_UNIT.at + 3)]
    return resolutionOf(x, y, inches)
  }
  const exif = exifInSegments(segments)
  return exif && exifResolution(exif)
}

function ofChunks(chunks: readonly Buffer[]): Resolution | undefined {
  const physical = chunks.find((chunk) => chunkType(chunk) === 'pHYs')
  if (physical && physical.length >= 17 && physical[16] === METRE) {
    return resolutionOf(physical.readUInt32BE(8), physical.readUInt32BE(12), INCHES.metre)
  }
  const exif = exifInChunks(chunks)
  return exif && exifResolution(exif)
}
