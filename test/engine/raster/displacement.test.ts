import { expect, test } from 'vitest'
import {
  eachMoved,
  leastArea,
  longest,
  smoothField,
  stillField,
  unfold,
} from '../../../engine/raster/displacement.ts'

test('a field that folds is eased until it does not, and elsewhere stays as it was', () => {
  const field = stillField(400, 300, 8)
  const spike = 20 * field.cols + 25
  field.dx[spike] = 30
  field.dy[spike] = -25
  field.dx[3 * field.cols + 3] = 2
  expect(leastArea(field)).toBeLessThan(0)
  unfold(field, 0.1)
  expect(leastArea(field)).toBeGreaterThanOrEqual(0.1)
  expect(field.dx[3 * field.cols + 3]).toBe(2)
})

test('smoothing keeps a constant field and lowers a peak', () => {
  const field = stillField(100, 100, 10)
  field.dx.fill(3)
  field.dy[field.cols * 5 + 5] = 9
  const smooth = smoothField(field, 1)
  expect(smooth.dx.every((v) => Math.abs(v - 3) < 1e-5)).toBe(true)
  expect(longest(smooth)).toBeLessThan(longest(field))
})

test('only pixels in moved cells are visited, with bilinear values', () => {
  const field = stillField(64, 48, 8)
  field.dx[2 * field.cols + 3] = 8
  const seen = new Map<string, number>()
  eachMoved(field, 64, 48, (x, y, dx) => seen.set(`${x},${y}`, dx))
  expect(seen.size).toBe(16 * 16)
  expect(seen.get('24,16')).toBe(8)
  expect(seen.get('28,16')).toBe(4)
  expect(seen.get('28,20')).toBe(2)
  expect(seen.has('40,16')).toBe(false)
})
