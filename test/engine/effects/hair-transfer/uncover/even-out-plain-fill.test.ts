import { expect, test } from 'vitest'
import { evenOutPlainFill } from '../../../../../engine/effects/hair-transfer/uncover/even-out-plain-fill.ts'

const SIZE = { width: 120, height: 120 }

/** The middle of what was filled with something bright beside ground of these levels; a face of 200 pixels. */
function levelled(ground: (x: number) => number): number {
  const picture = (of: (x: number) => number) => ({
    ...SIZE,
    data: Uint8ClampedArray.from({ length: 4 * 120 * 120 }, (_, n) => of((n >> 2) % 120)),
  })
  const target = Uint8Array.from({ length: 120 * 120 }, (_, n) => {
    const [x, y] = [n % 120, Math.floor(n / 120)]
    return x >= 50 && x < 70 && y >= 30 && y < 90 ? 1 : 0
  })
  const filled = picture(() => 250)
  evenOutPlainFill(filled, picture(ground), target, target, 200)
  return filled.data[4 * (60 * 120 + 60)]!
}

test('a bright piece on a plain wall takes the wall’s colour, on a striped one it may be there', () => {
  expect(levelled((x) => 100 + 0.05 * x)).toBeLessThan(106)
  expect(levelled((x) => (x % 8 < 4 ? 60 : 140))).toBe(250)
})
