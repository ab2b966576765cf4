import { noteOpaque } from '../raster/packed-rgba.ts'
import type { SmallCopy } from '../raster/picture.ts'
import { toPicture } from './decode-picture.ts'
import { createDecoder } from './decoder.ts'
import type { Header } from './read-header.ts'

/**
 * The minimum longer side of a small copy, in pixels: the highest resolution at which a whole picture is searched for
 * faces.
 */
const MIN_LONG_SIDE = 896

/** How many times the sides may be halved, preferred first: to a quarter, or to a half. */
const HALVINGS = [2, 1]

/**
 * Decodes a JPEG at a half or a quarter of its size. The decoder reconstructs only the low DCT frequencies of each
 * block of 8 × 8 pixels, which takes a fraction of the time and memory.
 * @returns undefined where this saves nothing: small pictures, and files with several scans, whose coefficients a
 *   decoder holds in memory at full size. Also undefined where a side would not be a whole number of pixels, and where
 *   the file is damaged; {@link decodePicture} reports the damage.
 */
export async function decodeSmall(
  bytes: Uint8Array,
  { width, height, scans }: Header,
): Promise<SmallCopy | undefined> {
  const fits = (halvings: number): boolean =>
    Math.max(width, height) >= MIN_LONG_SIDE << halvings &&
    [width, height].every((side) => side % (1 << halvings) === 0)
  const halvings = scans === 1 ? HALVINGS.find(fits) : undefined
  if (!halvings) return undefined
  try {
    const [right, down] = [width >> halvings, height >> halvings]
    const small = createDecoder(bytes, 'warning').autoOrient().resize(right, down, { fit: 'fill' })
    const picture = await toPicture(small)
    noteOpaque(picture)
    return { picture, halvings }
  } catch {
    return undefined
  }
}
