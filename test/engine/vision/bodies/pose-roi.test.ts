import { expect, it } from 'vitest'
import { poseRoi } from '../../../../engine/vision/bodies/pose-roi.ts'
import { roiToPicture } from '../../../../engine/vision/input/roi.ts'

it.each([
  ['upright', { x: 50, y: 60 }, 0],
  ['lying, head to the right', { x: 90, y: 100 }, Math.PI / 2],
  ['lying, head to the left', { x: 10, y: 100 }, -Math.PI / 2],
])('rotates with a body that is %s, so that its head is up', (_, circlePoint, angle) => {
  const roi = poseRoi({ midHip: { x: 50, y: 100 }, circlePoint })
  expect(roi.angle).toBeCloseTo(angle)
  expect(roi.side).toBeCloseTo(2 * 40 * 1.25)
  const head = roiToPicture(roi, 0.5, 0.5 - 40 / roi.side)
  expect(head.x).toBeCloseTo(circlePoint.x)
  expect(head.y).toBeCloseTo(circlePoint.y)
})
