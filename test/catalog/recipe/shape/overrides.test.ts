import { expect, test } from 'vitest'
import { mayOverride, overridesOf } from '../../../../catalog/recipe/shape/overrides.ts'

test.each<[string[], (string | number)[], boolean]>([
  [[], ['steps'], false],
  [['steps'], ['steps', 0, 'target'], true],
  [['output', 'steps'], ['steps'], true],
  [['steps', 'output'], ['steps'], true],
  [['steps.0.target'], ['steps', 0, 'target'], true],
  [['steps.0.target'], ['steps', 1, 'target'], false],
  [['steps.*.target'], ['steps', 1, 'target'], true],
  [['steps.*.target'], ['steps', 1, 'parameters'], false],
  [['steps.0.target'], ['steps', 0], false],
  [['*'], ['anything'], true],
])('of %j, %j may be changed: %s', (overrides, path, may) => {
  expect(mayOverride(overrides, path)).toBe(may)
})

test('a recipe that names what may be changed is read, and one that cannot be is refused in words', () => {
  expect(overridesOf({ overrides: ['steps.0.target'] })).toEqual(['steps.0.target'])
  expect(overridesOf({}).length).toBeGreaterThan(0)
  expect(() => overridesOf({ overrides: 'all' })).toThrow(/overrides/)
  const many = (count: number) => Array.from({ length: count }, (_, at) => `steps.${at}`)
  expect(overridesOf({ overrides: many(50) })).toHaveLength(50)
  expect(() => overridesOf({ overrides: many(51) })).toThrow(/overrides/)
})
