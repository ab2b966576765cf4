import { expect, test } from 'vitest'
import { findHighlights } from '../../../../engine/effects/obj-replace/find-highlights.ts'
import { measureSurface } from '../../../../engine/effects/obj-replace/object-surface.ts'
import { type Is, maskWhere } from './mask-where.ts'

const SIZE = { width: 60, height: 60 }
const [X, Y] = [30, 30]

/** How much of a highlight the middle of a red surface is, where `isWhite` holds. */
function shareOf(isWhite: Is): number {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const is = isWhite(i % SIZE.width, Math.floor(i / SIZE.width))
    data.set(is ? [255, 255, 255, 255] : [180, 40, 40, 255], 4 * i)
  }
  const mask = maskWhere(SIZE, (x, y) => x >= 10 && x < 50 && y >= 10 && y < 50)
  const surface = measureSurface({ ...SIZE, data }, mask)
  const { area } = surface
  return findHighlights(surface, mask)[(Y - area.top) * area.width + X - area.left]!
}

test('a patch is a highlight, a single light thread is none', () => {
  expect(shareOf((x, y) => Math.abs(x - X) < 3 && Math.abs(y - Y) < 3)).toBe(1)
  expect(shareOf((x, y) => x === X && y === Y)).toBe(0)
  // The line of light on a vase is one.
  const line = shareOf((x) => x === X)
  expect(line).toBeGreaterThan(0.9)
})

test('the white ground beside a surface makes no highlight of its edge', () => {
  const isBeside: Is = (x) => x < 10
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < SIZE.width * SIZE.height; i++) {
    const is = isBeside(i % SIZE.width, 0) || i % SIZE.width === 10
    data.set(is ? [255, 255, 255, 255] : [180, 40, 40, 255], 4 * i)
  }
  const mask = maskWhere(SIZE, (x, y) => x >= 10 && x < 50 && y >= 10 && y < 50)
  const surface = measureSurface({ ...SIZE, data }, mask)
  const { area } = surface
  const at = (Y - area.top) * area.width + 9 - area.left
  expect(findHighlights(surface, mask)[at]).toBe(0)
})
