import { expect, test } from 'vitest'
import { storable } from '../../../catalog/json/storable.ts'

const refuse = (sentence: string) => new Error(sentence)

test('a value that the stores hold as it is stays the same object', () => {
  const value = { a: [1, 'x', null, { b: -1e-130 }], c: true }
  expect(storable(value, refuse)).toBe(value)
})

test('numbers too small for the stores are zero, and what holds them is new', () => {
  const value = { a: [1, 9e-131], b: -1e-300, c: { kept: 1e-130 } }
  expect(storable(value, refuse)).toEqual({ a: [1, 0], b: 0, c: { kept: 1e-130 } })
  expect(value.b).toBe(-1e-300)
})

test.each([
  [{ notes: ['fine', { words: '\ud800' }] }, 'notes[1].words'],
  [{ '7': '\udc00' }, '7'],
])('half a surrogate pair is refused by its field', (value, field) => {
  expect(() => storable(value, refuse)).toThrow(`${field} doesn't match the required format.`)
})
