import { expect, test } from 'vitest'
import {
  calmColour,
  continueCalmly,
  continueTexture,
} from '../../../engine/fill/continue-calmly.ts'
import { fullSizeLevel } from '../../../engine/fill/level.ts'
import { onionPeel } from '../../../engine/fill/onion-peel.ts'
import { textureStatistics } from '../../../engine/fill/texture-statistics.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

const SIDE = 64

/** A level of these grey levels with a hole of 24 x 24 pixels in its middle. */
function holed(grey: (x: number, y: number) => number) {
  const hole = new Uint8Array(SIDE * SIDE)
  for (let y = 20; y < 44; y++) hole.fill(1, y * SIDE + 20, y * SIDE + 44)
  const data = new Uint8ClampedArray(4 * SIDE * SIDE)
  for (let i = 0; i < hole.length; i++) {
    const value = hole[i] ? 0 : grey(i % SIDE, Math.floor(i / SIDE))
    data.set([value, value, value, 255], 4 * i)
  }
  const level = fullSizeLevel({ width: SIDE, height: SIDE, data }, hole, hole)
  onionPeel(level, false)
  return level
}

test('a slanting edge goes on in its direction, and light evenly', () => {
  // Its ends left and right of the hole are 12 rows apart.
  const calm = continueCalmly(holed((x, y) => (y - x / 2 > 16 ? 200 : 40)))
  for (const x of [24, 32, 40]) {
    expect(calmColour(calm, 0, x, 16 + x / 2 - 5)).toBeLessThan(100)
    expect(calmColour(calm, 0, x, 16 + x / 2 + 5)).toBeGreaterThan(140)
  }
  const even = continueCalmly(holed((x) => 40 + 2 * x))
  for (const x of [24, 32, 40])
    expect(Math.abs(calmColour(even, 0, x, 32) - 40 - 2 * x)).toBeLessThan(4)
})

test('over a texture an object beside the hole counts for nothing', () => {
  const random = seededRandom()
  const level = holed((x, y) => (y < 20 && x > 28 && x < 34 ? 255 : 90 + 40 * random()))
  const statistics = textureStatistics(level)
  expect(statistics.variance).toBeGreaterThan(statistics.spread)
  const calm = continueTexture(level, statistics)
  for (const y of [22, 32, 42]) expect(Math.abs(calmColour(calm, 0, 31, y) - 110)).toBeLessThan(5)
})

test('a hole of any size keeps the light of what is around it, down to its middle', () => {
  const [side, from, to] = [560, 60, 500]
  const hole = new Uint8Array(side * side)
  for (let y = from; y < to; y++) hole.fill(1, y * side + from, y * side + to)
  const data = new Uint8ClampedArray(4 * side * side)
  for (let i = 0; i < hole.length; i++) data.fill(hole[i] ? 0 : 180, 4 * i, 4 * i + 3)
  const level = fullSizeLevel({ width: side, height: side, data }, hole, hole)
  onionPeel(level)
  const calm = continueCalmly(level)
  for (const at of [80, 180, 280]) expect(calmColour(calm, 0, at, at)).toBeGreaterThan(170)
})
