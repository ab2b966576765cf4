import { describe, expect, test } from 'vitest'
import { calmPoorMatches, type HolePrediction } from '../../../engine/fill/calm-poor-matches.ts'
import { KNOWN } from '../../../engine/fill/level.ts'
import { HEIGHT, isTarget, matchedLevel, targets, WIDTH } from './matched-level.ts'

const CALM = 100
const FILLED = 180

/** Variances of patches of a livelier ground and of grain, squared levels. */
const LIVELY = 100
const GRAINY = 5

/** A target filled with {@link FILLED} at a cost per match, and after it is led back to {@link CALM}. */
function calmedAt(cost: number, of: Partial<HolePrediction>): { centre: number; rgb: number[] } {
  const { level, matches } = matchedLevel(() => CALM)
  for (const { i } of targets()) level.rgb.fill(FILLED, 3 * i, 3 * i + 3)
  matches.cost.fill(cost)
  const plane = new Float32Array(WIDTH * HEIGHT).fill(CALM)
  calmPoorMatches(level, matches, {
    calm: {
      width: WIDTH,
      height: HEIGHT,
      scale: 1,
      planes: [plane, plane, plane],
      smooth: new Float32Array(WIDTH * HEIGHT),
    },
    variance: LIVELY,
    isTexture: false,
    hasPattern: false,
    isBold: false,
    ...of,
  })
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    if (level.state[i] === KNOWN) expect(level.rgb[3 * i]).toBe(CALM)
  }
  expect(isTarget(25, 20)).toBe(true)
  return { centre: level.rgb[3 * (20 * WIDTH + 25)]!, rgb: Array.from(level.rgb) }
}

describe('a fill whose matches are poor', () => {
  test('stays where they are good, and gives way to calm where they are as poor as can be', () => {
    expect(calmedAt(20, {}).centre).toBe(FILLED)
    expect(calmedAt(2000, {}).centre).toBeLessThan(CALM + 4)
  })

  test('loses its blotches sooner than its detail', () => {
    // The blotches are poor from 60 to 200, the detail from 140 to 320 with this variance.
    const blotches = calmedAt(200, {}).centre
    expect(blotches).toBeLessThan(FILLED - 20)
    expect(blotches).toBeGreaterThan(calmedAt(320, {}).centre + 15)
  })

  test('may be poorer in a pattern', () => {
    expect(calmedAt(110, { hasPattern: true }).centre).toBe(FILLED)
    expect(calmedAt(110, {}).centre).toBeLessThan(FILLED - 5)
  })

  test('gives way sooner on a ground of grain, be it called a pattern or not', () => {
    for (const hasPattern of [false, true]) {
      const { centre } = calmedAt(90, { variance: GRAINY, hasPattern })
      expect(centre).toBeLessThan(CALM + 6)
    }
    expect(calmedAt(20, { variance: GRAINY }).centre).toBe(FILLED)
  })

  test('loses in one texture all blotches and a fifth of its detail at any cost', () => {
    const { centre } = calmedAt(0, { isTexture: true })
    const blotches = calmedAt(0, { isTexture: true, hasPattern: true }).centre
    expect(blotches).toBeLessThan(FILLED - 20)
    expect(centre).toBeLessThan(blotches)
    // What is left of the detail, 80 over what is calm: four fifths.
    const detail = blotches - calmedAt(2000, {}).centre
    expect((centre - calmedAt(2000, {}).centre) / detail).toBeCloseTo(0.8, 1)
  })
})
