import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  measureNotches,
  requireJoinedTemples,
} from '../../../../../engine/effects/hair-transfer/refuse/require-joined-temples.ts'
import { MOST_NOTCHED } from '../../../../../engine/effects/hair-transfer/tuning.ts'

const SIZE = { width: 200, height: 200 }

/** A head a hundred pixels wide, its eyes at 100, 100. */
const HEAD = {
  picture: SIZE,
  frame: {
    faceWidth: 100,
    centre: { x: 100, y: 100 },
    oval: [],
    across: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
  },
} as unknown as Head

/** A fringe down to row 70, and hair at the left side below it that leaves a notch of so many pixels bare. */
function withNotch(pixels: number) {
  const alpha = new Float32Array(40_000)
  for (let y = 30; y < 70; y++) alpha.fill(1, y * 200 + 50, y * 200 + 150)
  for (let y = 70; y < 98; y++) alpha.fill(1, y * 200 + 50, y * 200 + 70)
  for (let n = 0; n < pixels; n++) alpha[(75 + (n % 20)) * 200 + 52 + Math.floor(n / 20)] = 0
  const colour = new Float32Array(40_000)
  return { ...SIZE, alpha, red: colour, green: colour, blue: colour }
}

test('what is bare between fringe and side is measured, the forehead below the fringe is not', () => {
  expect(measureNotches(HEAD, withNotch(0))).toBe(0)
  expect(measureNotches(HEAD, withNotch(60))).toBeCloseTo(60 / 100 ** 2, 9)
})

test('a notch at a temple is refused from its limit on', () => {
  const most = Math.floor(MOST_NOTCHED * 100 ** 2)
  expect(() => requireJoinedTemples(HEAD, withNotch(most))).not.toThrow()
  expect(() => requireJoinedTemples(HEAD, withNotch(most + 1))).toThrow(/at the temples/)
})
