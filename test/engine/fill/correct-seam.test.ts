import { describe, expect, test } from 'vitest'
import { correctSeam } from '../../../engine/fill/correct-seam.ts'
import { voteColours } from '../../../engine/fill/patch-voting.ts'
import { HEIGHT, isTarget, matchedLevel, targets, WIDTH } from './matched-level.ts'

/** Level 100 around the target; what the target is copied from is darker by `step`. */
function withStep(step: number) {
  const { level, matches } = matchedLevel((x) => (x >= 37 ? 100 - step : 100))
  voteColours(level, matches, true)
  return { level, matches }
}

/** Rings between a pixel and the known ones: 0 beside them. */
const depthOf = (x: number, y: number) => Math.min(x - 20, 29 - x, y - 15, 24 - y)

describe('the seam correction', () => {
  test('brings the fill to the known level at its boundary, and less with each ring', () => {
    const { level, matches } = withStep(24)
    for (const { i } of targets()) expect(level.rgb[3 * i]).toBe(76)
    correctSeam(level, matches, 2)
    const levels: number[][] = [[], [], [], [], []]
    for (const { i, x, y } of targets()) levels[depthOf(x, y)]!.push(level.rgb[3 * i]!)
    const means = levels.map((ring) => ring.reduce((sum, value) => sum + value, 0) / ring.length)
    // One ring in, 24 levels have fallen by 0.5^(1/2).
    expect(Math.abs(means[0]! - (76 + 24 * 0.5 ** 0.5))).toBeLessThan(1)
    for (const [depth, mean] of means.entries()) {
      expect(mean).toBeGreaterThan(76)
      if (depth > 0) expect(mean).toBeLessThan(means[depth - 1]! - 1)
    }
  })

  test('reaches further with a longer half-life', () => {
    const centre = 3 * (20 * WIDTH + 25)
    const [short, long] = [1, 8].map((halfLife) => {
      const { level, matches } = withStep(24)
      correctSeam(level, matches, halfLife)
      return level.rgb[centre]!
    })
    expect(short).toBeLessThan(79)
    expect(long).toBeGreaterThan(88)
  })

  test('changes nothing where the patches reproduce the known boundary', () => {
    const { level, matches } = withStep(0)
    const before = level.rgb.slice()
    correctSeam(level, matches, 4)
    expect(level.rgb).toEqual(before)
  })

  test('leaves known pixels as they are', () => {
    const { level, matches } = withStep(24)
    const before = level.rgb.slice()
    correctSeam(level, matches, 4)
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      if (isTarget(i % WIDTH, Math.floor(i / WIDTH))) continue
      expect(level.rgb[3 * i]).toBe(before[3 * i])
    }
  })

  test('leaves the fill where no patch tells the error at the boundary', () => {
    const { level, matches } = withStep(24)
    matches.match.fill(-1)
    const before = level.rgb.slice()
    correctSeam(level, matches, 4)
    expect(level.rgb).toEqual(before)
  })
})
