import { intersectionOverSmaller, intersectionOverUnion } from '../../geometry/box.ts'
import { SAME_IOU } from '../tuning.ts'
import type { Detection } from './detection.ts'

/**
 * Weighted non-maximum suppression, the blending of BlazeFace (Bazarevsky et al. 2019, section 4) as in MediaPipe's
 * `NonMaxSuppressionCalculator`: each group of overlapping detections becomes their mean weighted by score, with the
 * best score of the group.
 * @returns best first
 */
export function weightedNonMaximumSuppression(found: readonly Detection[]): Detection[] {
  let rest: Detection[] = found.toSorted((a, b) => b.score - a.score)
  const merged: Detection[] = []
  while (rest[0]) {
    const best = rest[0]
    const group: Detection[] = []
    const others: Detection[] = []
    for (const one of rest) {
      const same = one === best || intersectionOverUnion(one.box, best.box) > SAME_IOU
      ;(same ? group : others).push(one)
    }
    merged.push(weightedMean(group))
    rest = others
  }
  return merged
}

/** @param group best first */
function weightedMean(group: readonly Detection[]): Detection {
  const [best] = group as [Detection]
  const box = { left: 0, top: 0, width: 0, height: 0 }
  const keypoints = best.keypoints.map(() => ({ x: 0, y: 0 }))
  let total = 0
  for (const one of group) {
    const { score } = one
    total += score
    box.left += one.box.left * score
    box.top += one.box.top * score
    box.width += one.box.width * score
    box.height += one.box.height * score
    for (const [at, { x, y }] of one.keypoints.entries()) {
      keypoints[at]!.x += x * score
      keypoints[at]!.y += y * score
    }
  }
  return {
    box: {
      left: box.left / total,
      top: box.top / total,
      width: box.width / total,
      height: box.height / total,
    },
    keypoints: keypoints.map(({ x, y }) => ({ x: x / total, y: y / total })),
    score: best.score,
  }
}

/**
 * Drops the detections of objects that are in `known`, or earlier in `found`: those whose box overlaps a kept one by
 * more than `maxOverlap` of the smaller box.
 */
export function dropDuplicates(
  found: readonly Detection[],
  known: readonly Detection[],
  maxOverlap: number,
): Detection[] {
  const kept: Detection[] = []
  for (const detection of found) {
    const isSame = ({ box }: Detection) => intersectionOverSmaller(box, detection.box) > maxOverlap
    if (!known.some(isSame) && !kept.some(isSame)) kept.push(detection)
  }
  return kept
}
