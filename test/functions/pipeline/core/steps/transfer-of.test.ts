import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { transferOf } from '../../../../../functions/pipeline/core/steps/transfer-of.ts'

function recipe(changes: object = {}) {
  return parseRecipe({
    steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
    ...changes,
  })
}

test.each(['drop/slim/../a.jpg', 'drop/slim/a/./b.jpg', 'drop/./slim/a.jpg', 'drop/slim/..'])(
  '%s is uploaded, because no URL names it',
  (key) => {
    expect(new URL(`https://bucket.example/${key}`).pathname).not.toBe(`/${key}`)
    expect(transferOf(recipe(), key)).toBe('upload')
  },
)

test.each([
  'drop/slim/a.jpg',
  'drop/slim/a//b.jpg',
  'drop/slim/.../a.jpg',
  'drop/slim/..a/b.',
  'drop/slim/%2e%2e/a.jpg',
])('%s travels as the recipe says', (key) => {
  expect(transferOf(recipe(), key)).toBe('url')
  expect(transferOf(recipe({ transfer: 'upload' }), key)).toBe('upload')
})

test('a fixed object with such a key is uploaded, and all other files with it', () => {
  const dressed = recipe({
    steps: [
      {
        feature: 'cloth-v3',
        parameters: { garment_category: 'auto' },
        inputs: { ref: { object: 'inputs/../dress.jpg' } },
      },
    ],
  })
  expect(transferOf(dressed, 'drop/dress/a.jpg')).toBe('upload')
})
