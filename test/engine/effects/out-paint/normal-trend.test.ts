import { expect, test } from 'vitest'
import { normalTrend } from '../../../../engine/effects/out-paint/normal-trend.ts'
import { KNOWN, type Level, OCCLUDED, TARGET } from '../../../../engine/fill/level.ts'

const SIZE = { width: 300, height: 160 }
const INSIDE = { left: 0, top: 40, width: 300, height: 120 }

/** A wall that grows lighter upwards, with somebody whom the upper edge cuts from column 120 to 180. */
function wallWithHead(): Level {
  const count = SIZE.width * SIZE.height
  const state = new Uint8Array(count).fill(TARGET)
  const rgb = new Uint8ClampedArray(3 * count)
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)]
    if (y >= INSIDE.top) state[i] = x >= 120 && x < 180 ? OCCLUDED : KNOWN
    rgb.fill(200 - y, 3 * i, 3 * i + 3)
  }
  return { ...SIZE, scale: 1, rgb, state, confidence: new Float32Array(count).fill(1) }
}

test('light goes on in its trend, which ends without a step beside somebody whom the edge cuts', () => {
  const [red] = normalTrend(wallWithHead(), INSIDE)
  const row = red!.subarray(20 * SIZE.width, 21 * SIZE.width)
  expect(row[30]).toBeGreaterThan(8)
  expect(Math.abs(row[150]!)).toBeLessThan(1)
  const steps = Array.from(row.subarray(1), (value, x) => Math.abs(value - row[x]!))
  expect(Math.max(...steps)).toBeLessThan(1)
})
