import { boxOfPixels } from '../geometry/bounding-box.ts'
import type { Size } from '../geometry/size.ts'
import { findComponents } from '../raster/mask/find-components.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'

/** Pieces that lie closer than this share of the picture's longer side are one: links, drops on a hook. */
const GAP = 0.02

/**
 * The least piece that is kept, in lengths of the longest one and as a share of its pixels: the other one of a pair is,
 * a label or the arrow of a measure is not.
 */
const LEAST = { length: 0.35, pixels: 0.12 } as const

/** From this alpha on a pixel is of a piece. */
const SOLID = 0.3

/** A piece this many times as long as wide is a line beside what is none: the arrow of a measure. */
const LINE = 16

/** Clears what lies apart from a product: labels, arrows, the name of a shop. Alpha is changed. */
export function keepPieces(alpha: Float32Array, { width, height }: Size): void {
  const solid = alpha.map((share) => (share > SOLID ? 1 : 0))
  const radius = Math.max(1, Math.round((GAP / 2) * Math.max(width, height)))
  const joined = boxMean(solid, width, height, radius)
  const limits = { low: 1e-4, high: 1e-4, share: 0, most: Number.POSITIVE_INFINITY }
  const pieces = findComponents(joined, width, limits).map(({ pixels }) => {
    const box = boxOfPixels(pixels, width)
    const own = pixels.reduce((sum, at) => sum + solid[at]!, 0)
    const [wide, tall] = [box.width - 2 * radius, box.height - 2 * radius]
    const isLine = Math.max(wide, tall) > LINE * Math.max(1, Math.min(wide, tall))
    return { pixels, own, isLine, length: Math.hypot(box.width, box.height) - 2 * radius }
  })
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0)
  const largest = pieces.reduce((most, { own }) => Math.max(most, own), 0)
  const isOfLines = pieces.every(({ isLine }) => isLine)
  for (const { pixels, own, length, isLine } of pieces) {
    const isLarge = length >= LEAST.length * longest && own >= LEAST.pixels * largest
    if (isLarge && (!isLine || isOfLines)) continue
    for (const at of pixels) alpha[at] = 0
  }
}
