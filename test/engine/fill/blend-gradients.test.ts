import { describe, expect, test } from 'vitest'
import { blendGradients } from '../../../engine/fill/blend-gradients.ts'
import { voteColours } from '../../../engine/fill/patch-voting.ts'
import { BOLD_SEAM } from '../../../engine/fill/tuning.ts'
import { HEIGHT, isTarget, matchedLevel, targets, WIDTH } from './matched-level.ts'

/** A ramp of one level a column around the target; what the target is copied from is darker by `step`. */
function withStep(step: number) {
  const { level, matches } = matchedLevel((x) => (x >= 37 ? 80 + x - step : 100 + x))
  voteColours(level, matches, true)
  return { level, matches }
}

/** Mean difference of the target from the ramp around it, in levels. */
function offset(rgb: Uint8ClampedArray): number {
  let sum = 0
  for (const { i, x } of targets()) sum += rgb[3 * i]! - (100 + x)
  return sum / 100
}

describe('gradient-domain blending', () => {
  test('removes a faint step between the fill and the known pixels, and keeps the gradients', () => {
    const { level, matches } = withStep(8)
    expect(offset(level.rgb)).toBe(-8)
    blendGradients(level, matches, 60)
    expect(Math.abs(offset(level.rgb))).toBeLessThan(1)
    for (const { i } of targets()) {
      expect(Math.abs(level.rgb[3 * i + 3]! - level.rgb[3 * i]! - 1)).toBeLessThanOrEqual(1)
    }
  })

  test('lets the correction decay with the distance: less of it remains in a thin rim', () => {
    const means = [60, 2].map((thickness) => {
      const { level, matches } = withStep(8)
      blendGradients(level, matches, thickness)
      return offset(level.rgb)
    })
    expect(means[1]).toBeLessThan(means[0]! - 1)
    expect(means[1]).toBeGreaterThan(-8)
  })

  test('leaves a step that is too strong for a seam', () => {
    const { level, matches } = withStep(30)
    const before = level.rgb.slice()
    blendGradients(level, matches, 10)
    expect(level.rgb).toEqual(before)
  })

  describe('within wide limits', () => {
    const limits = { step: 100, rim: 100, hue: 5, tinge: 10, most: 100, fades: 6 }

    test('removes a large step of light down to the middle', () => {
      const { level, matches } = withStep(60)
      blendGradients(level, matches, 10, limits)
      for (const { i, x } of targets()) {
        expect(Math.abs(level.rgb[3 * i]! - (100 + x))).toBeLessThan(4)
      }
    })

    test('changes hues by little in a bold fill: a wall far from what is known would glow', () => {
      for (const bold of [BOLD_SEAM.smooth, BOLD_SEAM.lively]) {
        const { level, matches } = withStep(0)
        for (const { i } of targets()) level.rgb[3 * i] = level.rgb[3 * i]! + 7
        const before = level.rgb.slice()
        blendGradients(level, matches, 10, bold)
        for (const { i } of targets()) {
          const [r, g, b] = [0, 1, 2].map((c) => level.rgb[3 * i + c]! - before[3 * i + c]!)
          expect(Math.abs(r! - (r! + g! + b!) / 3)).toBeLessThanOrEqual(bold.tinge + 1)
          expect(Math.abs(r!)).toBeLessThan(6)
        }
      }
    })

    test('leaves a step of colour, which is the edge of a thing', () => {
      const { level, matches } = withStep(0)
      for (const { i } of targets()) level.rgb[3 * i] = level.rgb[3 * i]! + 40
      const before = level.rgb.slice()
      blendGradients(level, matches, 10, limits)
      expect(level.rgb).toEqual(before)
    })
  })

  test('leaves known pixels as they are', () => {
    const { level, matches } = withStep(8)
    const before = level.rgb.slice()
    blendGradients(level, matches, 10)
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      if (isTarget(i % WIDTH, Math.floor(i / WIDTH))) continue
      expect(level.rgb[3 * i]).toBe(before[3 * i])
    }
  })
})
