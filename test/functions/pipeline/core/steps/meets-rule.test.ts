import { expect, test } from 'vitest'
import { meetsRule } from '../../../../../functions/pipeline/core/steps/meets-rule.ts'

const RULE = {
  formats: ['jpeg'],
  maxBytes: 1000,
  maxLongSide: 300,
  minShortSide: 100,
  maxRatio: 2.5,
} as const
const HEADER = { format: 'jpeg', width: 300, height: 200 } as const

test.each([
  [{}, 999, true],
  [{}, 1000, false],
  [{ width: 301 }, 9, false],
  [{ width: 200, height: 300 }, 9, true],
  [{ width: 200, height: 301 }, 9, false],
  [{ width: 250, height: 100 }, 9, true],
  [{ width: 251, height: 100 }, 9, false],
  [{ width: 99, height: 99 }, 9, false],
  [{ format: 'png' }, 9, false],
])('a picture that is %j of %i bytes meets a rule: %s', (changes, bytes, meets) => {
  expect(meetsRule({ ...HEADER, ...changes } as never, bytes, RULE as never)).toBe(meets)
})

test('what a rule does not say is not asked for', () => {
  const { formats, maxBytes, maxLongSide } = RULE
  const rule = { formats, maxBytes, maxLongSide } as never
  expect(meetsRule({ ...HEADER, width: 300, height: 1 }, 9, rule)).toBe(true)
  expect(meetsRule({ ...HEADER, width: 300, height: 0 }, 9, rule)).toBe(false)
  expect(meetsRule({ format: 'other' }, 9, rule)).toBe(false)
})
