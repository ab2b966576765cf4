import { expect, test } from 'vitest'
import { suggestName } from '../../../catalog/issues/suggest-name.ts'

test.each([
  // Two letters may differ in a short name, and a third of a longer one.
  ['slin', 'slim', true],
  ['slixx', 'slim', true],
  ['slixxx', 'slim', false],
  ['wrinklesxxx', 'wrinkles', true],
  ['wrinklesxxxx', 'wrinkles', true],
  ['wrinklesaaaaa', 'wrinkles', false],
  ['brightnesxy', 'bright', false],
  ['abcdefghwxyz', 'abcdefgh', true],
  ['abcdefgwxyz', 'abcdefg', false],
  ['SLIM', 'slim', true],
])('%s is like %s: %s', (given, known, like) => {
  const suggested = like ? ` Did you mean ${known}?` : ''
  expect(suggestName(given, [known, 'quite-something-else-altogether'])).toBe(suggested)
  expect(suggestName(given, [])).toBe('')
})
