import type { Picture } from '../../raster/picture.ts'
import { type Roi, roiAround } from '../input/roi.ts'
import type { PoseRequirements } from './refine-region.ts'

/** A region in which people are searched, and what counts as a person there. */
export type PoseSearchWindow = {
  roi: Roi
  /** The detector's least score, 0–1. */
  minScore: number
  requirements: PoseRequirements
}

const WHOLE = {
  minScore: 0.5,
  requirements: { minPresence: 0.5, maxDistance: 0.25, maxEstimates: 4, upright: false },
}

/** Tiles show magnified noise and people cut in half, so that the requirements are stricter. */
const TILE = {
  minScore: 0.6,
  requirements: { minPresence: 0.8, maxDistance: 0.15, maxEstimates: 2, upright: true },
}

/**
 * The least share of their side that neighbouring tiles have in common, so that each person is whole in one of them.
 */
const MIN_OVERLAP = 0.4

/**
 * The regions in which people are searched: the whole picture, then tiles of half its longer side, which show people
 * of a tenth of the picture's size large enough.
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

/** Evenly spread starts of tiles along one side; a single centred tile where it covers the side. */
function tileStarts(length: number, tile: number): number[] {
  if (tile >= length) return [(length - tile) / 2]
  const count = Math.ceil((length - tile) / (tile * (1 - MIN_OVERLAP))) + 1
  return Array.from({ length: count }, (_, n) => ((length - tile) * n) / (count - 1))
}
