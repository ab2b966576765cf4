import type { Picture } from '../../raster/picture.ts'
import { type Roi, roiAround } from '../input/roi.ts'
import type { PoseRequirements } from './refine-region.ts'

/** One square to look for people in, and what counts as one there. */
export type PoseSearchWindow = {
  roi: Roi
  /** Least score of the detector. */
  score: number
  demands: PoseRequirements
}

const WHOLE = { score: 0.5, demands: { presence: 0.5, stray: 0.25, looks: 4, upright: false } }
/** Tiles see noise enlarged and people cut in half, so more is asked of what is found in them. */
const TILE = { score: 0.6, demands: { presence: 0.8, stray: 0.15, looks: 2, upright: true } }

/** Neighbouring tiles share at least this much of their side, so that somebody stands whole in one of them. */
const MIN_OVERLAP = 0.4

/**
 * Where to look for people: the whole picture, then tiles of half its longer side, in which people a tenth of the
 * picture's size are large enough.
 */
export function poseSearchWindows({
  width,
  height,
}: Pick<Picture, 'width' | 'height'>): PoseSearchWindow[] {
  const whole = { roi: roiAround(0, 0, width, height), ...WHOLE }
  const side = Math.max(width, height) / 2
  const tiles = tileStarts(height, side).flatMap((top) =>
    tileStarts(width, side).map((left) => roiAround(left, top, side, side)),
  )
  return [whole, ...tiles.map((roi) => ({ roi, ...TILE }))]
}

/** Evenly spread starts of tiles along one side; one in the middle when a tile is as long as the side. */
function tileStarts(length: number, tile: number): number[] {
  if (tile >= length) return [(length - tile) / 2]
  const count = Math.ceil((length - tile) / (tile * (1 - MIN_OVERLAP))) + 1
  return Array.from({ length: count }, (_, n) => ((length - tile) * n) / (count - 1))
}
