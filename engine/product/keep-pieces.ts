import { boxOfPixels } from '../geometry/bounding-box.ts'
import type { Size } from '../geometry/size.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'
import { PIECE_GAP, PIECE_LEAST, PIECE_LINE, PIECE_SOLID } from './tuning.ts'

/** Clears what lies apart from a product: labels, arrows, the name of a shop. Alpha is changed. */
export function keepPieces(alpha: Float32Array, { width, height }: Size): void {
  const solid = alpha.map((share) => (share > PIECE_SOLID ? 1 : 0))
  const radius = Math.max(1, Math.round((PIECE_GAP / 2) * Math.max(width, height)))
  const joined = boxMean(solid, width, height, radius)
  const limits = { low: 1e-4, high: 1e-4, share: 0, most: Number.POSITIVE_INFINITY }
  const pieces = findComponents(joined, width, limits).map(({ pixels }) => {
    const box = boxOfPixels(pixels, width)
    const own = pixels.reduce((sum, at) => sum + solid[at]!, 0)
    const [wide, tall] = [box.width - 2 * radius, box.height - 2 * radius]
    const isLine = Math.max(wide, tall) > PIECE_LINE * Math.max(1, Math.min(wide, tall))
    return { pixels, own, isLine, length: Math.hypot(box.width, box.height) - 2 * radius }
  })
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0)
  const largest = pieces.reduce((most, { own }) => Math.max(most, own), 0)
  const isOfLines = pieces.every(({ isLine }) => isLine)
  for (const { pixels, own, length, isLine } of pieces) {
    const isLarge = length >= PIECE_LEAST.length * longest && own >= PIECE_LEAST.pixels * largest
    if (isLarge && (!isLine || isOfLines)) continue
    for (const at of pixels) alpha[at] = 0
  }
}
