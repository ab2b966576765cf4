import { describe, expect, it } from 'vitest'
import { boundingBox } from '../../../engine/geometry/bounding-box.ts'
import { intersectionOverSmaller, intersectionOverUnion } from '../../../engine/geometry/box.ts'
import { leftToRight } from '../../../engine/vision/left-to-right.ts'

function box(left: number, top: number, width: number, height: number) {
  return { left, top, width, height }
}

describe('intersectionOverUnion and intersectionOverSmaller', () => {
  it('divide the shared area by that of both boxes, and by that of the smaller one', () => {
    expect(intersectionOverUnion(box(0, 0, 10, 10), box(5, 0, 10, 10))).toBeCloseTo(1 / 3)
    expect(intersectionOverSmaller(box(0, 0, 10, 10), box(2, 2, 4, 4))).toBe(1)
    expect(intersectionOverUnion(box(0, 0, 10, 10), box(10, 0, 5, 5))).toBe(0)
  })
})

describe('boundingBox', () => {
  it('rounds outwards to whole pixels', () => {
    const points = [
      { x: 1.5, y: -2.5 },
      { x: 7.25, y: 3 },
    ]
    expect(boundingBox(points)).toEqual(box(1, -3, 7, 6))
  })
})

describe('leftToRight', () => {
  it('sorts by the centres of boxes, the upper one first of two with the same centre', () => {
    const targets = [box(10, 9, 4, 4), box(0, 0, 30, 4), box(11, 2, 2, 2), box(0, 0, 2, 2)]
    const sorted = targets.map((one) => ({ box: one })).toSorted(leftToRight)
    expect(sorted.map((one) => targets.indexOf(one.box))).toEqual([3, 2, 0, 1])
  })
})
