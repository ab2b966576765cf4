import type { Box } from '../../geometry/box.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { CUT_MARGIN, SAME_TILE_OVERLAP } from '../tuning.ts'
import type { ResizableNet } from '../vision.ts'
import type { Detection } from './detection.ts'
import { dropDuplicates } from './non-maximum-suppression.ts'
import { CONFIDENT_SCORE, type Detector, runDetector } from './run-detector.ts'
import { type Tile, tilesOver } from './tiles.ts'

/** Where to search, and at which resolution. */
type TileSearch = {
  /** Input pixels along the longer side of the area, see {@link tilesOver}. */
  pixels: number
  /** The rotation of the tiles in radians, a multiple of π / 2; 0 by default. */
  angle?: number
  /** In source pixels; the whole picture by default. */
  area?: Box
  /** The lowest score that is returned; {@link CONFIDENT_SCORE} by default. */
  threshold?: number
  /** Objects found before, which are not returned again. */
  known: readonly Detection[]
}

/**
 * Runs a detector over a picture or an area of it, tile by tile.
 * @param checkpoint called before each tile; what it throws ends the search
 * @returns the new detections, best first
 */
export async function detectInTiles(
  detector: Detector,
  pyramid: Pyramid,
  net: ResizableNet,
  checkpoint: () => Promise<void>,
  { pixels, angle = 0, area, threshold = CONFIDENT_SCORE, known }: TileSearch,
): Promise<Detection[]> {
  const [{ width, height }] = pyramid
  const found: Detection[] = []
  for (const tile of tilesOver(area ?? { left: 0, top: 0, width, height }, pixels, angle)) {
    await checkpoint()
    const inTile = await runDetector(detector, pyramid, tile, net, threshold)
    found.push(...inTile.filter((detection) => !isCut(detection, tile)))
  }
  const bestFirst = found.toSorted((a, b) => b.score - a.score)
  return dropDuplicates(bestFirst, known, SAME_TILE_OVERLAP)
}

/** Whether a detection touches a side of its tile beyond which the picture continues. */
function isCut({ box }: Detection, { area, inner }: Tile): boolean {
  const margin = Math.max(area.width, area.height) * CUT_MARGIN
  return (
    (inner.left && box.left < area.left + margin) ||
    (inner.top && box.top < area.top + margin) ||
    (inner.right && box.left + box.width > area.left + area.width - margin) ||
    (inner.bottom && box.top + box.height > area.top + area.height - margin)
  )
}
