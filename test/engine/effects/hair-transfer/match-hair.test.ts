import { expect, test } from 'vitest'
import { belowWhite } from '../../../../engine/effects/hair-transfer/match-hair.ts'

test('the brightest light on hair keeps its steps', () => {
  expect(belowWhite(0.5)).toBe(0.5)
  expect(belowWhite(1.4)).toBeLessThan(0.97)
  expect(belowWhite(1.4) - belowWhite(1.1)).toBeGreaterThan(0.02)
})
