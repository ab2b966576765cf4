import type { Box } from '../../raster/picture.ts'
import { intersectionOverSmaller } from '../boxes.ts'
import type { Pyramid } from '../input/pyramid.ts'
import type { ResizableNet } from '../vision.ts'
import type { Detection } from './detection.ts'
import { CONFIDENT_SCORE, type Detector, runDetector } from './run-detector.ts'
import { type Tile, tilesOver } from './tiles.ts'

/** Boxes that share more of the smaller one are one thing, seen in two tiles. */
const SAME_OVERLAP = 0.3

/** How near a box may come to a tile's inner side, as a share of the tile, before it counts as cut. */
const CUT_MARGIN = 0.01

/** Where to look, and for what. */
type TileSearch = {
  /** How closely, see {@link tilesOver}. */
  pixels: number
  angle?: number
  /** The whole picture when absent. */
  area?: Box
  /** Lowest score that is told; absent: that of a find. */
  threshold?: number
  /** What was found before; it wins over the same thing found now. */
  known: readonly Detection[]
}

/**
 * Looks for things, all of a picture or an area equally close.
 * @returns what is new, best first
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
    const candidates = await runDetector(detector, pyramid, tile, net, threshold)
    found.push(...candidates.filter((candidate) => !isCut(candidate, tile)))
  }
  const kept: Detection[] = []
  for (const candidate of found.toSorted((a, b) => b.score - a.score)) {
    if (
      [...known, ...kept].some(
        ({ box }) => intersectionOverSmaller(box, candidate.box) > SAME_OVERLAP,
      )
    )
      continue
    kept.push(candidate)
  }
  return kept
}

function isCut({ box }: Detection, { area, inner }: Tile): boolean {
  const margin = Math.max(area.width, area.height) * CUT_MARGIN
  return (
    (inner.left && box.left < area.left + margin) ||
    (inner.top && box.top < area.top + margin) ||
    (inner.right && box.left + box.width > area.left + area.width - margin) ||
    (inner.bottom && box.top + box.height > area.top + area.height - margin)
  )
}
