import { expect, test } from 'vitest'
import { FEATURES } from '../../../catalog/features/features.ts'
import { isPicture } from '../../../catalog/files/file-rule.ts'
import { narrowRule, parseServiceLimits } from '../../../catalog/limits/service-limits.ts'

const RULE = {
  formats: ['jpeg', 'png'] as const,
  maxBytes: 10_000_000,
  minShortSide: 100,
  maxLongSide: 4096,
}

test('limits narrow a rule and never widen it', () => {
  const limits = {
    formats: ['jpeg' as const],
    maxBytes: 20_000_000,
    maxLongSide: 1024,
    maxRatio: 2,
  }
  expect(narrowRule(RULE, 'face-swap', limits)).toEqual({
    formats: ['jpeg'],
    maxBytes: 10_000_000,
    minShortSide: 100,
    maxLongSide: 1024,
    maxRatio: 2,
  })
  expect(narrowRule({ ...RULE, maxRatio: 1.5 }, 'face-swap', limits).maxRatio).toBe(1.5)
  expect(narrowRule(RULE, 'face-swap', { minShortSide: 300 }).minShortSide).toBe(300)
  expect(narrowRule(RULE, 'face-swap', { minShortSide: 30 }).minShortSide).toBe(100)
})

test('without limits the rule stays', () => {
  expect(narrowRule(RULE, 'face-swap')).toEqual(RULE)
})

test('a feature has limits of its own, and the others for the rest', () => {
  const limits = parseServiceLimits(
    '{"maxLongSide": 2000, "maxBytes": 5000000, "features": {"face-swap": {"maxLongSide": 900}}}',
  )
  expect(narrowRule(RULE, 'face-swap', limits)).toMatchObject({ maxLongSide: 900, maxBytes: 5e6 })
  expect(narrowRule(RULE, 'face-lift', limits)).toMatchObject({ maxLongSide: 2000, maxBytes: 5e6 })
})

test.each([
  ['{"maxLongSide": "1024"}', /^serviceLimits\.maxLongSide must be like/],
  ['{"longest": 5}', /^serviceLimits must be like/],
  ['{"formats": ["webp"]}', /^serviceLimits\.formats\.0 must be like/],
  ['{"formats": []}', /^serviceLimits\.formats must be like/],
  ['{"features": {"face-swop": {}}}', /^serviceLimits\.features/],
  ['{"maxLongSide"', /^serviceLimits must be like/],
  ['{"maxLongSide": 50}', /^serviceLimits leave no picture that \S+ takes\./],
  ['{"formats": ["png"]}', /^serviceLimits leave no picture that \S+ takes\./],
])('refuses %s', (given, words) => {
  expect(() => parseServiceLimits(given)).toThrow(words)
})

test('a side of a pixel is a picture for a feature that asks for no more, and for no other', () => {
  const pictures = FEATURES.filter(({ files }) => isPicture(files.src))
  const asksForMore = ({ files: { src } }: (typeof pictures)[number]) =>
    isPicture(src) && src.minShortSide !== undefined
  const parse = (name = '') => parseServiceLimits({ features: { [name]: { maxLongSide: 1 } } })
  expect(() => parse(pictures.find((one) => !asksForMore(one))?.name)).not.toThrow()
  const other = pictures.find(asksForMore)?.name
  expect(() => parse(other)).toThrow(`serviceLimits leave no picture that ${other} takes.`)
})

test.each([
  [{ maxLongSide: 0 }, false],
  [{ maxBytes: 1 }, true],
  [{ maxBytes: 0 }, false],
  [{ maxBytes: 1.5 }, false],
  [{ maxRatio: 1 }, true],
  [{ maxRatio: 0.9 }, false],
  [{ formats: ['jpeg', 'png'] }, true],
  [{ formats: ['png', 'jpeg'], minShortSide: 1 }, true],
])('%j are limits: %s', (limits, valid) => {
  const parse = () => parseServiceLimits(limits)
  if (valid) expect(parse()).toEqual(limits)
  else expect(parse).toThrow('must be like')
})

test('a rule without a least side has that of the service, and none where it has none either', () => {
  const { minShortSide: _, ...open } = RULE
  expect(narrowRule(open, 'face-swap', { minShortSide: 2 }).minShortSide).toBe(2)
  expect(narrowRule(open, 'face-swap', {})).not.toHaveProperty('minShortSide')
  expect(narrowRule(open, 'face-swap', {})).not.toHaveProperty('maxRatio')
})
