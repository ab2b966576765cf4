import { describe, expect, it } from 'vitest'
import {
  dropDuplicates,
  weightedNonMaximumSuppression,
} from '../../../../engine/vision/detection/non-maximum-suppression.ts'

function detection(left: number, score: number) {
  const box = { left, top: 0, width: 10, height: 10 }
  return { box, keypoints: [{ x: left, y: 0 }], score }
}

describe('weightedNonMaximumSuppression', () => {
  it('replaces overlapping detections by their mean weighted by score, best first', () => {
    const merged = weightedNonMaximumSuppression([
      detection(100, 0.6),
      detection(0, 0.9),
      detection(3, 0.45),
    ])
    expect(merged.map(({ score }) => score)).toEqual([0.9, 0.6])
    expect(merged[0]?.box.left).toBeCloseTo(1)
    expect(merged[0]?.keypoints[0]?.x).toBeCloseTo(1)
    expect(merged[1]?.box).toEqual(detection(100, 0.6).box)
  })
})

describe('dropDuplicates', () => {
  it('keeps the first of detections that overlap, and none of a known object', () => {
    const [first, near, far, old] = [0, 4, 30, 32].map((left) => detection(left, 0.9))
    expect(dropDuplicates([first!, near!, far!], [], 0.5)).toEqual([first, far])
    expect(dropDuplicates([first!, near!, far!], [old!], 0.5)).toEqual([first])
  })
})
