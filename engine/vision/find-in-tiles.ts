import type { Box } from '../raster/picture.ts'
import type { Candidate } from './candidate.ts'
import { containment } from './overlap.ts'
import type { Pyramid } from './pyramid.ts'
import { type Detector, runDetector, SURE } from './run-detector.ts'
import { type Tile, tiles } from './tiles.ts'
import type { SizedNet } from './vision.ts'

/** Boxes that share more of the smaller one are one thing, seen in two tiles. */
const SAME = 0.3

/** How near a box may come to a tile's inner side, as a share of the tile, before it counts as cut. */
const MARGIN = 0.01

/** Where to look, and for what. */
type Search = {
  /** How closely, see {@link tiles}. */
  pixels: number
  angle?: number
  /** The whole picture when absent. */
  area?: Box
  /** Lowest score that is told; absent: that of a find. */
  threshold?: number
  /** What was found before; it wins over the same thing found now. */
  known: readonly Candidate[]
}

/**
 * Looks for things, all of a picture or an area equally close.
 * @returns what is new, best first
 */
export async function findInTiles(
  detector: Detector,
  pyramid: Pyramid,
  net: SizedNet,
  checkpoint: () => Promise<void>,
  { pixels, angle = 0, area, threshold = SURE, known }: Search,
): Promise<Candidate[]> {
  const [{ width, height }] = pyramid
  const found: Candidate[] = []
  for (const tile of tiles(area ?? { left: 0, top: 0, width, height }, pixels, angle)) {
    await checkpoint()
    const candidates = await runDetector(detector, pyramid, tile, net, threshold)
    found.push(...candidates.filter((candidate) => !isCut(candidate, tile)))
  }
  const kept: Candidate[] = []
  for (const candidate of found.toSorted((a, b) => b.score - a.score)) {
    if ([...known, ...kept].some(({ box }) => containment(box, candidate.box) > SAME)) continue
    kept.push(candidate)
  }
  return kept
}

function isCut({ box }: Candidate, { area, inner }: Tile): boolean {
  const margin = Math.max(area.width, area.height) * MARGIN
  return (
    (inner.left && box.left < area.left + margin) ||
    (inner.top && box.top < area.top + margin) ||
    (inner.right && box.left + box.width > area.left + area.width - margin) ||
    (inner.bottom && box.top + box.height > area.top + area.height - margin)
  )
}
