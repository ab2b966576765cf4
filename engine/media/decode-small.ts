import { widenJpeg } from '../../metadata/jpeg/widen-jpeg.ts'
import type { SmallCopy } from '../raster/picture.ts'
import { noteOpaque } from '../raster/pixels/packed-rgba.ts'
import { toPicture } from './decode-picture.ts'
import { createDecoder } from './decoder.ts'
import type { Header } from './read-header.ts'
import { workingSpace } from './working-colours.ts'

/** The minimum longer side of a small copy, in pixels: the second resolution at which a whole picture is searched. */
const MIN_LONG_SIDE = 384

/**
 * How many times the sides are halved. At a quarter a decoder does half the work of the whole; at a half it does more
 * than for the whole, because its reduced transform of 4 × 4 is not vectorised as the whole one is (measured).
 */
const HALVINGS = 2

/** What a reduced side is a multiple of before. */
const STEP = 1 << HALVINGS

/**
 * Decodes a JPEG at a quarter of its size. The decoder reconstructs only the low DCT frequencies of each block of
 * 8 × 8 pixels, which takes a part of the time and memory. A side that is no multiple of four is rounded up.
 * @returns undefined where this saves nothing: small pictures, files with colours that are converted before anything
 *   else, and files with several scans, whose coefficients a decoder holds in memory at full size. Also undefined where
 *   a side would be rounded up at its beginning, and where the file is damaged; {@link decodePicture} reports the
 *   damage.
 */
export async function decodeSmall(
  bytes: Uint8Array,
  { width, height, isTurned, scans, colours }: Header,
): Promise<SmallCopy | undefined> {
  if (workingSpace(colours)) return undefined
  if (scans > 1 || Math.max(width, height) < MIN_LONG_SIDE * STEP) return undefined
  const isWhole = width % STEP === 0 && height % STEP === 0
  if (!isWhole && isTurned) return undefined
  const [right, down] = [Math.ceil(width / STEP), Math.ceil(height / STEP)]
  try {
    const decoder = createDecoder(isWhole ? bytes : widenJpeg(bytes), 'warning').autoOrient()
    const picture = await toPicture(decoder.resize(right, down, { fit: 'fill' }))
    noteOpaque(picture)
    return { picture, halvings: HALVINGS }
  } catch {
    return undefined
  }
}
