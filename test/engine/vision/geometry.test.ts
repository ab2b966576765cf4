import { describe, expect, it } from 'vitest'
import { poseRoi } from '../../../engine/vision/bodies/pose-roi.ts'
import { poseSearchWindows } from '../../../engine/vision/bodies/pose-search-windows.ts'
import { intersectionOverSmaller, intersectionOverUnion } from '../../../engine/vision/boxes.ts'
import { ssdAnchors } from '../../../engine/vision/detection/anchors.ts'
import { weightedNonMaximumSuppression } from '../../../engine/vision/detection/non-maximum-suppression.ts'
import { roiToPicture } from '../../../engine/vision/input/roi.ts'
import { maskBoundingBox } from '../../../engine/vision/masks.ts'

function box(left: number, top: number, width: number, height: number) {
  return {
    left,
    top,
    width,
    height,
  }
}

describe('anchors', () => {
  it('are as many as the pose detector has boxes, layers of one stride sharing their grid', () => {
    const points = ssdAnchors({ width: 224, height: 224 }, [8, 16, 32, 32, 32])
    expect(points).toHaveLength(28 * 28 * 2 + 14 * 14 * 2 + 7 * 7 * 6)
    expect(points[0]).toEqual({ x: 0.5 / 28, y: 0.5 / 28 })
    expect(points[2]).toEqual({ x: 1.5 / 28, y: 0.5 / 28 })
    expect(points.at(-1)).toEqual({ x: 6.5 / 7, y: 6.5 / 7 })
  })
})

describe('overlap', () => {
  it('is the shared part of both, containment of the smaller', () => {
    expect(intersectionOverUnion(box(0, 0, 10, 10), box(5, 0, 10, 10))).toBeCloseTo(1 / 3)
    expect(intersectionOverSmaller(box(0, 0, 10, 10), box(2, 2, 4, 4))).toBe(1)
    expect(intersectionOverUnion(box(0, 0, 10, 10), box(10, 0, 5, 5))).toBe(0)
  })
})

describe('mergeOverlapping', () => {
  it('joins a group into its mean by score and leaves others alone, best first', () => {
    const merged = weightedNonMaximumSuppression([
      { box: box(100, 0, 10, 10), keypoints: [{ x: 100, y: 0 }], score: 0.6 },
      { box: box(0, 0, 10, 10), keypoints: [{ x: 0, y: 0 }], score: 0.9 },
      { box: box(3, 0, 10, 10), keypoints: [{ x: 3, y: 0 }], score: 0.45 },
    ])
    expect(merged.map(({ score }) => score)).toEqual([0.9, 0.6])
    expect(merged[0]?.box.left).toBeCloseTo(1)
    expect(merged[0]?.keypoints[0]?.x).toBeCloseTo(1)
    expect(merged[1]?.box).toEqual(box(100, 0, 10, 10))
  })
})

describe('poseSquare', () => {
  it.each([
    ['upright', { x: 50, y: 60 }, 0],
    ['lying, head to the right', { x: 90, y: 100 }, Math.PI / 2],
    ['lying, head to the left', { x: 10, y: 100 }, -Math.PI / 2],
  ])('turns with a body that is %s, so that its head is up', (_, reach, angle) => {
    const roi = poseRoi({ x: 50, y: 100 }, reach)
    expect(roi.angle).toBeCloseTo(angle)
    expect(roi.side).toBeCloseTo(2 * 40 * 1.25)
    const head = roiToPicture(roi, 0.5, 0.5 - 40 / roi.side)
    expect(head.x).toBeCloseTo(reach.x)
    expect(head.y).toBeCloseTo(reach.y)
  })
})

describe('lookPlaces', () => {
  it.each([
    [1400, 1050],
    [2048, 320],
    [320, 2048],
    [500, 500],
    [1, 1],
  ])('covers a picture of %i × %i whole and in tiles', (width, height) => {
    const [whole, ...tiles] = poseSearchWindows({ width, height })
    expect(whole?.roi.side).toBe(Math.max(width, height))
    for (let x = 0; x <= 10; x++) {
      for (let y = 0; y <= 10; y++) {
        const inside = tiles.filter(
          ({ roi }) =>
            Math.abs((x / 10) * width - roi.x) <= roi.side / 2 + 1e-9 &&
            Math.abs((y / 10) * height - roi.y) <= roi.side / 2 + 1e-9,
        )
        expect(inside.length, `${x},${y}`).toBeGreaterThan(0)
      }
    }
    expect(tiles.length).toBeLessThanOrEqual(9)
  })
})

describe('maskBox', () => {
  it('is tight around the pixels that are more person than not', () => {
    const mask = { width: 6, height: 4, data: new Uint8Array(24).fill(127) }
    expect(maskBoundingBox(mask)).toBeUndefined()
    mask.data[1 * 6 + 2] = 128
    mask.data[3 * 6 + 4] = 255
    expect(maskBoundingBox(mask)).toEqual(box(2, 1, 3, 3))
  })
})
