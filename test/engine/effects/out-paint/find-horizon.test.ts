import { expect, test } from 'vitest'
import type { CalmBase } from '../../../../engine/effects/out-paint/calm-base.ts'
import { partAtHorizon } from '../../../../engine/effects/out-paint/find-horizon.ts'
import { matchMargin } from '../../../../engine/effects/out-paint/match-margin.ts'
import { KNOWN, type Level, TARGET } from '../../../../engine/fill/level.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'

const [WIDTH, HEIGHT, MARGIN, HORIZON] = [160, 120, 40, 66]
const INSIDE = { left: MARGIN, top: 0, width: WIDTH - MARGIN, height: HEIGHT }

/** Grey levels of a picture with a margin at its left. */
function levelOf(greyAt: (x: number, y: number) => number): Level {
  const count = WIDTH * HEIGHT
  const level: Level = {
    width: WIDTH,
    height: HEIGHT,
    scale: 1,
    rgb: new Uint8ClampedArray(3 * count),
    state: new Uint8Array(count),
    confidence: new Float32Array(count),
  }
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    level.state[i] = x < MARGIN ? TARGET : KNOWN
    level.confidence[i] = x < MARGIN ? 0 : 1
    level.rgb.fill(x < MARGIN ? 0 : greyAt(x, y), 3 * i, 3 * i + 3)
  }
  return level
}

/** A sky above a darker sea, both with grain. */
function seaAndSky(): Level {
  const random = seededRandom()
  return levelOf((_, y) => (y < HORIZON ? 190 : 120) + 8 * random())
}

test('the end of a sea parts what is above it from what is below it, in the margin too', () => {
  const parts = partAtHorizon(seaAndSky(), INSIDE)!
  for (const x of [2, MARGIN, WIDTH - 1]) {
    expect(parts[(HORIZON - 3) * WIDTH + x]).toBe(1)
    expect(parts[(HORIZON + 3) * WIDTH + x]).toBe(-1)
  }
})

test('joints between bricks are no horizon, nor is a line with the same on either side', () => {
  const bricks = levelOf((x, y) => {
    const course = Math.floor(y / 20)
    return y % 20 < 3 || (x + 20 * (course % 2)) % 40 < 3 ? 200 : 110
  })
  expect(partAtHorizon(bricks, INSIDE)).toBeUndefined()
  expect(
    partAtHorizon(
      levelOf((_, y) => (Math.abs(y - 60) < 2 ? 60 : 150)),
      INSIDE,
    ),
  ).toBeUndefined()
})

test('no patch of the sea is copied above the horizon, not where the sky is as dark', () => {
  const crossing = (isParted: boolean): number => {
    const level = seaAndSky()
    const count = WIDTH * HEIGHT
    const parts = partAtHorizon(level, INSIDE)
    const plane = (value: number) => new Float32Array(count).fill(value)
    const base = {
      rgb: [plane(124), plane(124), plane(124)] as CalmBase['rgb'],
      variance: plane(5),
      guarded: plane(0),
      stationary: plane(1),
    }
    const { pixels, match } = matchMargin(level, base, INSIDE, isParted ? parts : undefined)
    return [...pixels.keys()].filter((k) => parts![pixels[k]!]! * parts![match[k]!]! < 0).length
  }
  expect(crossing(false)).toBeGreaterThan(500)
  expect(crossing(true)).toBe(0)
})
