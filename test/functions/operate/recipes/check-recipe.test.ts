import { expect, test } from 'vitest'
import { checkRecipe } from '../../../../functions/operate/recipes/check-recipe.ts'

test('broken JSON is said once, with what stands there and where', () => {
  expect(checkRecipe('{\n  "steps": [ }').problems).toEqual([
    { path: [], words: `is not JSON: Unexpected token '}', "{ "steps": [ }"`, line: 2, column: 14 },
  ])
})
