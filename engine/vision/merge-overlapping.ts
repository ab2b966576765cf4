import type { Candidate } from './candidate.ts'
import { overlap } from './overlap.ts'

/** Boxes that overlap more are the same thing (MediaPipe's setting). */
const SAME = 0.3

/**
 * Weighted non-maximum suppression: every group of overlapping boxes becomes one, its place the mean of the group
 * weighted by score, its score the best of the group.
 * @returns best first
 */
export function mergeOverlapping(found: readonly Candidate[]): Candidate[] {
  let rest: Candidate[] = found.toSorted((a, b) => b.score - a.score)
  const merged: Candidate[] = []
  while (rest[0]) {
    const best = rest[0]
    const group = rest.filter((one) => one === best || overlap(one.box, best.box) > SAME)
    merged.push({ ...mean(group), score: best.score })
    rest = rest.filter((one) => !group.includes(one))
  }
  return merged
}

function mean(group: readonly Candidate[]): Pick<Candidate, 'box' | 'keypoints'> {
  const total = group.reduce((sum, { score }) => sum + score, 0)
  const weigh = (value: (one: Candidate) => number): number =>
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
