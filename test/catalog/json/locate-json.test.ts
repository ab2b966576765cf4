import { expect, test } from 'vitest'
import { locateJson } from '../../../catalog/json/locate-json.ts'
import { fc } from '../../setup/random.ts'

test('members and items are found, and of what is missing what it would be part of', () => {
  const text = '{\r\n  "steps": [ {"a": 1},\n    {"b": {"c\\u0041": [true, "x"]}} ]\n}\n'
  const { placeOf, broken } = locateJson(`\uFEFF${text}`)
  expect(broken).toBeUndefined()
  expect(placeOf([])).toEqual({ line: 1, column: 1 })
  expect(placeOf(['steps'])).toEqual({ line: 2, column: 3 })
  expect(placeOf(['steps', 0])).toEqual({ line: 2, column: 14 })
  expect(placeOf(['steps', 1, 'b', 'cA', 1])).toEqual({ line: 3, column: 30 })
  expect(placeOf(['steps', 1, 'b', 'none', 'at all'])).toEqual({ line: 3, column: 6 })
  expect(placeOf(['steps', 7])).toEqual({ line: 2, column: 3 })
})

test.each([
  ['', 1, 1],
  ['{\n  "a": b\n}', 2, 8],
  ['{\n  "a": 1,\n}', 3, 1],
  ['{"a" 1}', 1, 6],
  ['[1 2]', 1, 4],
  ['[1, 2', 1, 6],
  ['{} x', 1, 4],
  ['["a\n"]', 1, 2],
])('%j stops to be JSON in line %i, column %i', (text, line, column) => {
  expect(locateJson(text).broken).toEqual({ line, column })
})

test('it takes what the parser takes, and nothing else', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text)
      return true
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 2 }), (json, where, put) => {
      expect(locateJson(json).broken).toBeUndefined()
      const at = where % (json.length + 1)
      for (const text of [json.slice(0, at) + put + json.slice(at), json.slice(0, at)]) {
        expect(locateJson(text).broken === undefined, JSON.stringify(text)).toBe(isJson(text))
      }
    }),
  )
})
