import type { Size } from '../geometry/size.ts'
import { bitsAbove, growBits } from '../raster/mask/bit-mask.ts'
import { countAbove } from '../raster/mask/count-above.ts'
import { fillRuns } from '../raster/mask/fill-runs.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import { PIECE_GAP, PIECE_LEAST, PIECE_LINE, PIECE_SOLID } from './tuning.ts'

/** Clears what lies apart from a product: labels, arrows, the name of a shop. Alpha is changed. */
export function keepPieces(alpha: Float32Array, size: Size): void {
  const radius = Math.max(1, Math.round((PIECE_GAP / 2) * Math.max(size.width, size.height)))
  const joined = growBits(bitsAbove(alpha, size, PIECE_SOLID), radius)
  const pieces = findRegions(joined).map((region) => {
    const { box } = region
    const [wide, tall] = [box.width - 2 * radius, box.height - 2 * radius]
    const isLine = Math.max(wide, tall) > PIECE_LINE * Math.max(1, Math.min(wide, tall))
    const length = Math.hypot(box.width, box.height) - 2 * radius
    return { region, own: countAbove(alpha, PIECE_SOLID, region.runs), isLine, length }
  })
  const longest = pieces.reduce((most, { length }) => Math.max(most, length), 0)
  const largest = pieces.reduce((most, { own }) => Math.max(most, own), 0)
  const isOfLines = pieces.every(({ isLine }) => isLine)
  for (const { region, own, length, isLine } of pieces) {
    const isLarge = length >= PIECE_LEAST.length * longest && own >= PIECE_LEAST.pixels * largest
    if (isLarge && (!isLine || isOfLines)) continue
    fillRuns(alpha, region.runs, 0)
  }
}
