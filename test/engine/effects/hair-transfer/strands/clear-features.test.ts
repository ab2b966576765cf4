import { expect, test } from 'vitest'
import { clearFeatures } from '../../../../../engine/effects/hair-transfer/strands/clear-features.ts'
import { CLEAR_FEATURES } from '../../../../../engine/effects/hair-transfer/tuning.ts'
import { FACE } from '../../../../../engine/vision/faces/face.ts'

/** A turned head, a hundred pixels a width of the face: its brows reach 0.43 to the left and 0.3 to the right. */
const landmarks = Array.from({ length: 478 }, () => ({ x: 200, y: 200, z: 0 }))
for (const at of FACE.leftBrowTop) landmarks[at] = { x: 230, y: 185, z: 0 }
for (const at of FACE.rightBrowTop) landmarks[at] = { x: 157, y: 185, z: 0 }
const HEAD = {
  face: { landmarks },
  frame: {
    faceWidth: 100,
    centre: { x: 200, y: 200 },
    across: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
  },
} as never

/** Where a place of a strand on the head, in widths of the face, is moved to the side. */
function moved(u: number, v: number, w = 0): number {
  const places = Float32Array.of(u, v, w)
  clearFeatures(places, HEAD)
  expect([places[1], places[2]]).toEqual([Math.fround(v), Math.fround(w)])
  return places[0]!
}

test('hair passes beside the brows, at each side where this face has them', () => {
  expect(moved(-0.35, 0.15)).toBeCloseTo(-0.43 - CLEAR_FEATURES.beside, 3)
  expect(moved(0.22, 0.15)).toBeCloseTo(0.3 + CLEAR_FEATURES.beside, 3)
  expect(moved(-0.5, 0.15)).toBeCloseTo(-0.5, 5)
  expect(moved(0.36, 0.15)).toBeCloseTo(0.36, 5)
})

test('hair above the forehead, below the eyes, behind the face and in its middle stays', () => {
  const { low, high, soft, front } = CLEAR_FEATURES
  expect(moved(-0.3, high + soft.above)).toBeCloseTo(-0.3, 5)
  expect(moved(-0.3, high + 0.02)).toBeLessThan(-0.4)
  expect(moved(-0.3, low - soft.below)).toBeCloseTo(-0.3, 5)
  expect(moved(-0.3, low - 0.02)).toBeLessThan(-0.4)
  expect(moved(-0.3, 0.15, front.from)).toBeCloseTo(-0.3, 5)
  expect(moved(-0.3, 0.15, front.to)).toBeLessThan(-0.4)
  expect(moved(0, 0.15)).toBe(0)
  expect(Math.abs(moved(-0.02, 0.15))).toBeLessThan(0.05)
})
