import type { Box, Point } from '../raster/picture.ts'
import { overlap } from './overlap.ts'

type Scored = { box: Box; keypoints: Point[]; score: number }

/** Boxes that overlap more are the same person (MediaPipe's setting). */
const SAME = 0.3

/**
 * Weighted non-maximum suppression: every group of overlapping boxes becomes one, its place the mean of the group
 * weighted by score, its score the best of the group.
 * @returns best first
 */
export function mergeOverlapping<T extends Scored>(found: readonly T[]): Scored[] {
  let rest: Scored[] = found.toSorted((a, b) => b.score - a.score)
  const merged: Scored[] = []
  while (rest[0]) {
    const best = rest[0]
    const group = rest.filter((one) => one === best || overlap(one.box, best.box) > SAME)
    merged.push({ ...mean(group), score: best.score })
    rest = rest.filter((one) => !group.includes(one))
  }
  return merged
}

function mean(group: readonly Scored[]): Pick<Scored, 'box' | 'keypoints'> {
  const total = group.reduce((sum, { score }) => sum + score, 0)
  const weigh = (value: (one: Scored) => number): number =>
    group.reduce((sum, one) => sum + value(one) * one.score, 0) / total
  return {
    box: {
      left: weigh(({ box }) => box.left),
      top: weigh(({ box }) => box.top),
      width: weigh(({ box }) => box.width),
      height: weigh(({ box }) => box.height),
    },
    keypoints: group[0]!.keypoints.map((_, at) => ({
      x: weigh(({ keypoints }) => keypoints[at]!.x),
      y: weigh(({ keypoints }) => keypoints[at]!.y),
    })),
  }
}
