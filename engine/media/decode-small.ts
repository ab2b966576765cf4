import type { SmallCopy } from '../raster/picture.ts'
import { noteOpaque } from '../raster/words.ts'
import { toPixels } from './decode-picture.ts'
import { decoder } from './decoder.ts'
import type { Header } from './read-header.ts'

/** The longer side, pixels, that a small copy has at least: as closely as faces are looked for in a whole picture. */
const LEAST = 896

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
    Math.max(width, height) >= LEAST << halvings &&
    [width, height].every((side) => side % (1 << halvings) === 0)
  const halvings = scans === 1 ? HALVINGS.find(fits) : undefined
  if (!halvings) return undefined
  try {
    const [right, down] = [width >> halvings, height >> halvings]
    const small = decoder(bytes, 'warning').autoOrient().resize(right, down, { fit: 'fill' })
    const picture = await toPixels(small)
    noteOpaque(picture)
    return { picture, halvings }
  } catch {
    return undefined
  }
}
