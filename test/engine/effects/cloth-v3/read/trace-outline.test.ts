import { expect, test } from 'vitest'
import { traceOutline } from '../../../../../engine/effects/cloth-v3/read/trace-outline.ts'

const SIZE = { width: 70, height: 50 }

/** A plane with rectangles of one alpha: left, top, right and bottom, of which the last two lie outside. */
function planeOf(...parts: (readonly [number, number, number, number, number])[]): Float32Array {
  const plane = new Float32Array(SIZE.width * SIZE.height)
  for (const [left, top, right, bottom, alpha] of parts) {
    for (let y = top; y < bottom; y++)
      plane.fill(alpha, y * SIZE.width + left, y * SIZE.width + right)
  }
  return plane
}

test('traces the largest piece, and tells its share of all', () => {
  const traced = traceOutline(planeOf([2, 3, 12, 13, 1], [30, 10, 60, 30, 1]), SIZE)!
  const xs = traced.outline.map(({ x }) => x)
  const ys = traced.outline.map(({ y }) => y)
  expect([Math.min(...xs), Math.max(...xs)]).toEqual([30.5, 59.5])
  expect([Math.min(...ys), Math.max(...ys)]).toEqual([10.5, 29.5])
  expect(traced.share).toBeCloseTo(600 / 700, 6)
})

test('counts what half covers a pixel, and joins what touches by a corner', () => {
  const half = traceOutline(planeOf([5, 5, 15, 15, 1], [15, 15, 25, 25, 0.5]), SIZE)!
  expect(half.share).toBe(1)
  expect(Math.max(...half.outline.map(({ x }) => x))).toBe(24.5)
  const less = traceOutline(planeOf([5, 5, 15, 15, 1], [15, 15, 25, 25, 0.499]), SIZE)!
  expect(Math.max(...less.outline.map(({ x }) => x))).toBe(14.5)
  expect(traceOutline(planeOf([5, 5, 15, 15, 0.499]), SIZE)).toBeUndefined()
})
