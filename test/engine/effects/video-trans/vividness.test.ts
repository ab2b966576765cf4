import { expect, test } from 'vitest'
import { vividness } from '../../../../engine/effects/video-trans/vividness.ts'

test('colours are made stronger in the light, and left as they are in the shade', () => {
  expect(vividness(1.7, 200)).toBeCloseTo(1.7)
  expect(vividness(1.7, 40)).toBe(1)
  expect(vividness(1.7, 90)).toBeGreaterThan(1.2)
})
