import { noteOpaque } from '../raster/packed-rgba.ts'
import type { SmallCopy } from '../raster/picture.ts'
import { toPicture } from './decode-picture.ts'
import { createDecoder } from './decoder.ts'
import type { Header } from './read-header.ts'

/** The longer side, pixels, that a small copy has at least: as closely as faces are looked for in a whole picture. */
const MIN_LONG_SIDE = 896

/** Sides are made smaller to a quarter or a half. */
const HALVINGS = [2, 1]

/**
 * Decodes a JPEG at a fraction of its size, which costs a fraction of the time and memory: of each block of 8 × 8 pixels
 * only the coarse waves are taken. Undefined where that gains nothing (small pictures, several scans, which a decoder
 * holds in memory whole), where a side would be no whole number of pixels, and where the file shows damage, which
 * decoding it whole will name.
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
