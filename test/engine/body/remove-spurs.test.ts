import { expect, test } from 'vitest'
import { removeSpurs } from '../../../engine/body/remove-spurs.ts'

const SIZE = { width: 200, height: 240 }
const SCALE = 660

/** A soft edge at x 100 with an uncertain spur of 4 rows at y 60, a bulge of 80 rows and a certain finger. */
function matteWithSpur(): Uint8Array {
  const matte = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const edge = y >= 140 && y < 220 ? 112 : 100
      matte[y * SIZE.width + x] = Math.min(255, Math.max(0, 128 + 64 * (edge - x)))
      if (y >= 60 && y < 64 && x >= 100 && x < 116) matte[y * SIZE.width + x] = 180
      if (y >= 20 && y < 30 && x >= 100 && x < 130) matte[y * SIZE.width + x] = 255
    }
  }
  return matte
}

test('removes a spur and keeps soft edges, bulges and what is certainly the person', () => {
  const matte = matteWithSpur()
  const before = matte.slice()
  removeSpurs(matte, SIZE, SCALE)
  const at = (x: number, y: number, plane = matte) => plane[y * SIZE.width + x]!
  expect(at(110, 62, before)).toBe(180)
  expect(at(106, 62)).toBeLessThan(60)
  for (const x of [110, 114]) expect(at(x, 62)).toBeLessThan(12)
  for (const y of [100, 180]) {
    const edge = y === 180 ? 112 : 100
    for (let x = edge - 4; x < edge + 4; x++) {
      expect(Math.abs(at(x, y) - at(x, y, before))).toBeLessThan(20)
    }
  }
  expect(at(128, 25)).toBe(255)
})
