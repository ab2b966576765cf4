import { expect, it } from 'vitest'
import { KNOWN, type Level, TARGET } from '../../../engine/fill/level.ts'
import {
  allocPaddedLevel,
  patchDistance,
  updateColours,
} from '../../../engine/fill/patch-distance.ts'
import { withArena } from '../../../engine/raster/arena.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

const WIDTH = 21
const HEIGHT = 17
const SLOTS = Int32Array.from({ length: WIDTH * HEIGHT }, (_, i) => i)

/** Noise; a third of it is target, and a part of that has no confidence. */
function noise(): Level {
  const random = seededRandom()
  const state = Uint8Array.from(SLOTS, () => (random() < 1 / 3 ? TARGET : KNOWN))
  return {
    width: WIDTH,
    height: HEIGHT,
    scale: 1,
    state,
    rgb: Uint8ClampedArray.from({ length: 3 * state.length }, () => 255 * random()),
    confidence: Float32Array.from(state, (s) => (s === KNOWN ? 1 : Math.max(0, random() - 0.3))),
  }
}

/** Reference: the mean squared difference of two patches pixel by pixel, leaving out pixels outside the level. */
function plain({ rgb, confidence }: Level, p: number, q: number): number {
  let sum = 0
  let count = 0
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) {
      const x = (p % WIDTH) + dx
      const y = Math.floor(p / WIDTH) + dy
      if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) continue
      const at = y * WIDTH + x
      const from = at + q - p
      for (let c = 0; c < 3; c++) {
        sum += confidence[at]! * (rgb[3 * at + c]! - rgb[3 * from + c]!) ** 2
      }
      count += confidence[at]!
    }
  }
  return sum / count
}

/** A pixel with a whole patch around it. */
const SOURCE = 8 * WIDTH + 10

it('is the mean squared difference of two patches, at the level’s borders over the pixels inside', () => {
  const level = noise()
  withArena(() => {
    const padded = allocPaddedLevel(level, SLOTS)
    for (const k of SLOTS) {
      const expected = plain(level, k, SOURCE)
      const found = patchDistance(padded, k, SOURCE, Number.POSITIVE_INFINITY)
      expect(Math.abs(found / expected - 1) < 1e-5 || (k === SOURCE && found === 0)).toBe(true)
    }
  })
})

it('is infinite above the limit, and the same below it', () => {
  const level = noise()
  withArena(() => {
    const padded = allocPaddedLevel(level, SLOTS)
    const found = patchDistance(padded, 40, SOURCE, Number.POSITIVE_INFINITY)
    expect(patchDistance(padded, 40, SOURCE, found * 0.99)).toBe(Number.POSITIVE_INFINITY)
    expect(patchDistance(padded, 40, SOURCE, found * 1.01)).toBe(found)
  })
})

it('follows changed colours, and is infinite without any confidence', () => {
  const level = noise()
  withArena(() => {
    const padded = allocPaddedLevel(level, SLOTS)
    for (const i of SLOTS) {
      if (level.state[i] !== TARGET) continue
      for (let c = 0; c < 3; c++) level.rgb[3 * i + c] = 255 - level.rgb[3 * i + c]!
    }
    updateColours(padded, level, SLOTS)
    const found = patchDistance(padded, 40, SOURCE, Number.POSITIVE_INFINITY)
    expect(Math.abs(found / plain(level, 40, SOURCE) - 1)).toBeLessThan(1e-5)
    const nothing = allocPaddedLevel(
      { ...level, confidence: new Float32Array(SLOTS.length) },
      SLOTS,
    )
    expect(patchDistance(nothing, 40, SOURCE, Number.POSITIVE_INFINITY)).toBe(
      Number.POSITIVE_INFINITY,
    )
  })
})
