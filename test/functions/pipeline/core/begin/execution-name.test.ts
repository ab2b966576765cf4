import { expect, test } from 'vitest'
import { executionName } from '../../../../../functions/pipeline/core/begin/execution-name.ts'
import { fc } from '../../../../setup/random.ts'

const source = fc.record({ bucket: fc.string(), key: fc.string(), version: fc.string() })

test('is the same for the same object version and recipe, and a valid execution name', () => {
  fc.assert(
    fc.property(source, fc.string(), (object, recipe) => {
      const name = executionName(object, recipe)
      expect(name).toBe(executionName({ ...object }, recipe))
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,80}$/)
    }),
  )
})

test('differs when one field differs, even if the concatenated fields are equal', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '1', ':', '/'), maxLength: 4 })
  const four = fc.tuple(field, field, field, field)
  fc.assert(
    fc.property(four, four, (a, b) => {
      const name = ([bucket, key, version, recipe]: string[]) =>
        executionName({ bucket: bucket!, key: key!, version: version! }, recipe!)
      expect(name(a) === name(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
    { numRuns: 500 },
  )
})

test('is forty digits of a hash, with the attempt behind it from the second on', () => {
  const object = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1' }
  const name = executionName(object, 'slim')
  expect(name).toMatch(/^job-[0-9a-f]{40}$/)
  expect([0, 1, 12].map((attempt) => executionName(object, 'slim', attempt))).toEqual([
    name,
    `${name}-1`,
    `${name}-12`,
  ])
})
