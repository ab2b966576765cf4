import { expect, test } from 'vitest'
import {
  distance,
  distanceToSegment,
  meanPoint,
  midpoint,
  pointBetween,
  unitVector,
} from '../../../engine/geometry/point.ts'

const [from, to] = [
  { x: 1, y: 2 },
  { x: 4, y: 6 },
]

test('the distance is that of Pythagoras', () => {
  expect(distance(from, to)).toBe(5)
})

test('the distance to a segment is measured at right angles between its ends, and to an end beyond it', () => {
  const [left, right] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ]
  expect(distanceToSegment({ x: 3, y: -4 }, left, right)).toBe(4)
  expect(distanceToSegment({ x: 13, y: 4 }, left, right)).toBe(5)
  expect(distanceToSegment({ x: -3, y: 4 }, left, right)).toBe(5)
})

test('a share of the way lies on the line, and beyond its ends', () => {
  expect(pointBetween(from, to, 0)).toEqual(from)
  expect(pointBetween(from, to, 0.5)).toEqual(midpoint(from, to))
  expect(pointBetween(from, to, 2)).toEqual({ x: 7, y: 10 })
})

test('the mean of points is that of their coordinates', () => {
  expect(meanPoint([from, to, { x: 1, y: 1 }])).toEqual({ x: 2, y: 3 })
})

test('a unit vector has the length 1, and none where there is no direction', () => {
  expect(unitVector({ x: 3, y: -4 })).toEqual({ x: 0.6, y: -0.8 })
  expect(unitVector({ x: 0, y: 0 })).toEqual({ x: 0, y: 0 })
})
