import { describe, expect, test } from 'vitest'
import type { PictureRule } from '../../../catalog/features/feature.ts'
import { MAX_PIXELS } from '../../../engine/media/decoder.ts'
import { requireDimensions } from '../../../engine/media/require-dimensions.ts'
import { fitRatio, fitSize, MAX_ENLARGEMENT } from '../../../engine/prepare/fit-size.ts'
import { fc } from '../../setup/random.ts'

const RULE: PictureRule = {
  formats: ['jpeg'],
  maxBytes: 1e7,
  maxLongSide: 2048,
  minShortSide: 320,
}

describe('fitSize', () => {
  test('scales to the largest size that meets the rule', () => {
    expect(fitSize({ width: 6000, height: 4000 }, RULE)).toEqual({ width: 2048, height: 1365 })
    expect(fitSize({ width: 4000, height: 6000 }, RULE)).toEqual({ width: 1365, height: 2048 })
    expect(fitSize({ width: 800, height: 600 }, RULE)).toEqual({ width: 800, height: 600 })
  })

  test('enlarges as little as possible, and up to a limit', () => {
    expect(fitSize({ width: 200, height: 160 }, RULE)).toEqual({ width: 400, height: 320 })
    const tiny = 320 / MAX_ENLARGEMENT - 1
    expect(() => fitSize({ width: 200, height: tiny }, RULE)).toThrow(/enlarged 2 times at most/)
  })

  test('refuses sides that no size makes equal enough', () => {
    expect(() => fitSize({ width: 9000, height: 900 }, RULE)).toThrow(/too unequal/)
  })

  test('meets the very check of the service for every size it gives', () => {
    const side = fc.integer({ min: 1, max: 20_000 })
    const rule = fc.record({
      maxLongSide: fc.integer({ min: 600, max: 8192 }),
      minShortSide: fc.integer({ min: 1, max: 600 }),
    })
    fc.assert(
      fc.property(side, side, rule, (width, height, limits) => {
        const full = { ...RULE, ...limits }
        const part = fitRatio({ width, height }, full)
        let size = { width: 0, height: 0 }
        try {
          size = fitSize(part, full)
        } catch (error) {
          // Only what is too small to be enlarged has no size: its sides are equal enough.
          expect(Math.min(part.width, part.height) * MAX_ENLARGEMENT).toBeLessThan(
            full.minShortSide + 2,
          )
          expect(error).toHaveProperty('condition', expect.stringMatching(/small|ratio/))
          return
        }
        requireDimensions(size, full)
        expect(size.width * size.height).toBeLessThanOrEqual(MAX_PIXELS)
      }),
    )
  })
})

test('fitRatio takes the part around a point, moved to where the picture has it', () => {
  const rule = { ...RULE, maxRatio: 2 }
  const size = { width: 3000, height: 1000 }
  expect(fitRatio(size, rule)).toEqual({ left: 500, top: 0, width: 2000, height: 1000 })
  expect(fitRatio(size, rule, { x: 2900, y: 10 }).left).toBe(1000)
})
