import type { Picture } from '../../raster/picture.ts'
import { type Roi, roiAround } from '../input/roi.ts'
import { POSE_TILE, POSE_TILE_OVERLAP, WHOLE_PICTURE } from '../tuning.ts'
import type { PoseRequirements } from './refine-region.ts'

/** A region in which people are searched, and what counts as a person there. */
export type PoseSearchWindow = {
  roi: Roi
  /** The detector's least score, 0–1. */
  minScore: number
  requirements: PoseRequirements
}

/**
 * The regions in which people are searched: the whole picture, then tiles of half its longer side, which show people
 * of a tenth of the picture's size large enough.
 */
export function poseSearchWindows({
  width,
  height,
}: Pick<Picture, 'width' | 'height'>): PoseSearchWindow[] {
  const whole = { roi: roiAround(0, 0, width, height), ...WHOLE_PICTURE }
  const side = Math.max(width, height) / 2
  const tiles = tileStarts(height, side).flatMap((top) =>
    tileStarts(width, side).map((left) => roiAround(left, top, side, side)),
  )
  return [whole, ...tiles.map((roi) => ({ roi, ...POSE_TILE }))]
}

/** Evenly spread starts of tiles along one side; a single centred tile where it covers the side. */
function tileStarts(length: number, tile: number): number[] {
  if (tile >= length) return [(length - tile) / 2]
  const count = Math.ceil((length - tile) / (tile * (1 - POSE_TILE_OVERLAP))) + 1
  return Array.from({ length: count }, (_, n) => ((length - tile) * n) / (count - 1))
}
