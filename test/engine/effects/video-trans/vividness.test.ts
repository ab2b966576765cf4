import { expect, test } from 'vitest'
import { vividness } from '../../../../engine/effects/video-trans/vividness.ts'

test('pale colours are made stronger in the light, and left as they are in the shade', () => {
  expect(vividness(1.7, 200, 134, 122)).toBeCloseTo(1.7)
  expect(vividness(1.7, 40, 134, 122)).toBe(1)
  expect(vividness(1.7, 90, 134, 122)).toBeGreaterThan(1.2)
})

test('strong colours stay as they are, and skin does not turn orange', () => {
  expect(vividness(1.7, 200, 90, 170)).toBe(1)
  expect(vividness(1.7, 150, 110, 148)).toBeLessThan(1.5)
})
