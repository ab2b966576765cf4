import { expect, it } from 'vitest'
import { ssdAnchors } from '../../../../engine/vision/detection/anchors.ts'

it('lays out the anchors of the pose detector, where layers of one stride share their grid', () => {
  const points = ssdAnchors({ width: 224, height: 224 }, [8, 16, 32, 32, 32])
  expect(points).toHaveLength(28 * 28 * 2 + 14 * 14 * 2 + 7 * 7 * 6)
  expect(points[0]).toEqual({ x: 0.5 / 28, y: 0.5 / 28 })
  expect(points[2]).toEqual({ x: 1.5 / 28, y: 0.5 / 28 })
  expect(points.at(-1)).toEqual({ x: 6.5 / 7, y: 6.5 / 7 })
})

it('centres the shorter side of an input', () => {
  const points = ssdAnchors({ width: 64, height: 32 }, [32], 1)
  expect(points).toEqual([
    { x: 0.25, y: 0.5 },
    { x: 0.75, y: 0.5 },
  ])
})
