import { expect, test } from 'vitest'
import { distance } from '../../../engine/geometry/point.ts'
import {
  beside,
  heightAt,
  polylineLength,
  resamplePolyline,
  withoutSteppingBack,
} from '../../../engine/geometry/polyline.ts'

const CORNER = [
  { x: 0, y: 0 },
  { x: 6, y: 0 },
  { x: 6, y: 2 },
]

test('the length is that of all segments', () => {
  expect(polylineLength(CORNER)).toBe(8)
  expect(polylineLength([{ x: 3, y: 3 }])).toBe(0)
})

test('resampled points are as far apart along the line, its ends among them', () => {
  expect(resamplePolyline(CORNER, 5)).toEqual([
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 4, y: 0 },
    { x: 6, y: 0 },
    { x: 6, y: 2 },
  ])
})

test('steps back are left out', () => {
  const line = [0, 4, 3, 7, 10].map((x) => ({ x, y: 0 }))
  expect(withoutSteppingBack(line).map(({ x }) => x)).toEqual([0, 4, 7, 10])
})

test('beside is positive at the right of a line whose y grows downwards', () => {
  const [from, to] = [CORNER[0]!, CORNER[1]!]
  expect(beside(from, to, { x: 2, y: 3 })).toBe(3)
  expect(beside(from, to, { x: 2, y: -3 })).toBe(-3)
  expect(distance(from, to)).toBe(6)
})

test('the height is the mean where a line has several at an x, and undefined beside it', () => {
  expect(heightAt(CORNER, 3)).toBe(0)
  expect(heightAt(CORNER, 6)).toBe(0.5)
  expect(heightAt(CORNER, 7)).toBeUndefined()
})
