import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURES } from '../../../catalog/features/features.ts'

/**
 * What clients and recipes count on: the path, the prices, which files are taken, whether the end is announced, what
 * may be left out and the example of the documentation. Kept beside the catalogue, because a slip there changes nothing
 * else: whoever changes a price or a limit on purpose changes it here, too, and has a line for it in CHANGELOG.md.
 */
const PUBLISHED: Record<string, unknown> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'published.json'), 'utf8'),
)

test.each(FEATURES)('$name costs and takes what is published', (feature) => {
  const { name, apiVersion, announces, costs, files, defaults, example } = feature
  const told = { apiVersion, announces, costs, files, defaults, example }
  expect(JSON.parse(JSON.stringify(told))).toEqual(PUBLISHED[name])
})

test('every feature is published', () => {
  expect(FEATURES.map(({ name }) => name).sort()).toEqual(Object.keys(PUBLISHED).sort())
})
