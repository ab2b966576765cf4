import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { requireDistinctNames } from '../../../../functions/operate/drops/require-distinct-names.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: 10 } } }

function require_(output: Record<string, unknown>, ...names: string[]): void {
  const recipe = parseRecipe({ steps: [slim], output })
  const sources = names.map((name) => ({ name, path: name, size: 1, key: `drop/slim/${name}` }))
  requireDistinctNames('slim', recipe, sources)
}

test.each([
  [{ name: '{stem}-slim' }, ['a/IMG_1.HEIC', 'a/IMG_1.jpg']],
  [{ name: '{recipe}' }, ['a.jpg', 'b.jpg']],
  [{ name: '{date}' }, ['a.jpg', 'b.jpeg']],
  [{ name: '{stem}-slim', format: 'png' }, ['a.jpg', 'a.png']],
])('%j gives %j one name, and is refused before anything is uploaded', (output, names) => {
  expect(() => require_(output, ...names)).toThrow(/would have one name.*output\.name/)
})

test.each([
  [{}, ['a/IMG_1.HEIC', 'a/IMG_1.jpg']],
  [{ name: '{stem}-slim' }, ['a/IMG_1.jpg', 'b/IMG_1.jpg', 'a/IMG_2.jpg']],
  [{ name: '{stem}-slim' }, ['a.jpg', 'a.png']],
])('%j keeps the results of %j apart', (output, names) => {
  expect(() => require_(output, ...names)).not.toThrow()
})
