import { expect, test } from 'vitest'
import { checkRecipe } from '../../../../functions/operate/recipes/check-recipe.ts'

test('broken JSON is said once, with what stands there and where', () => {
  expect(checkRecipe('{\n  "steps": [ }').problems).toEqual([
    { path: [], words: `is not JSON: Unexpected token '}', "{ "steps": [ }"`, line: 2, column: 14 },
  ])
})

test.each([
  ['on one line', ' '],
  ['on lines of their own', '\n'],
])('what a recipe breaks is in the order of its text, %s', (_, between) => {
  const slim = (value: number) =>
    `          {"feature":"body-reshape","parameters":{"features":{"slim":${value}}}}`
  const text = ['{"steps":[', `${slim(101)},`, `${slim(102)}],`, '"colour":1, "size":2}'].join(
    between,
  )
  const found = checkRecipe(text).problems
  const places = found.map(({ line, column }) => [line, column])
  expect(found.map(({ path }) => path.at(-1))).toEqual(['slim', 'slim', 'colour', 'size'])
  expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
})
