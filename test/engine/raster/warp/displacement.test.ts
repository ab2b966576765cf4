import { expect, test } from 'vitest'
import {
  forEachMovedPixel,
  identityDisplacement,
  maxDisplacement,
  minJacobian,
  removeFolds,
  smoothDisplacement,
} from '../../../../engine/raster/warp/displacement.ts'

test('removes the folds of a field and leaves it elsewhere as it was', () => {
  const field = identityDisplacement(400, 300, 8)
  const spike = 20 * field.cols + 25
  field.dx[spike] = 30
  field.dy[spike] = -25
  field.dx[3 * field.cols + 3] = 2
  expect(minJacobian(field)).toBeLessThan(0)
  removeFolds(field, 0.1)
  expect(minJacobian(field)).toBeGreaterThanOrEqual(0.1)
  expect(field.dx[3 * field.cols + 3]).toBe(2)
})

test('smoothing keeps a constant field and lowers a peak', () => {
  const field = identityDisplacement(100, 100, 10)
  field.dx.fill(3)
  field.dy[field.cols * 5 + 5] = 9
  const smooth = smoothDisplacement(field, 1)
  expect(smooth.dx.every((v) => Math.abs(v - 3) < 1e-5)).toBe(true)
  expect(maxDisplacement(smooth)).toBeLessThan(maxDisplacement(field))
})

test('visits only pixels in moved cells, with bilinear displacements', () => {
  const field = identityDisplacement(64, 48, 8)
  field.dx[2 * field.cols + 3] = 8
  const seen = new Map<string, number>()
  forEachMovedPixel(field, 64, 48, (x, y, dx) => seen.set(`${x},${y}`, dx))
  expect(seen.size).toBe(16 * 16)
  expect(seen.get('24,16')).toBe(8)
  expect(seen.get('28,16')).toBe(4)
  expect(seen.get('28,20')).toBe(2)
  expect(seen.has('40,16')).toBe(false)
})
