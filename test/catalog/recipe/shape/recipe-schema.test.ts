import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FEATURES } from '../../../../catalog/features/features.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { recipeJsonSchema } from '../../../../catalog/recipe/shape/recipe-schema.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'recipes')
function read(file: string) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}
const recipes = readdirSync(folder).filter((file) => !file.endsWith('.schema.json'))

test('the published schema is the one made from the catalogue', () => {
  expect(
    read('recipe.schema.json'),
    'run: darkroom recipes schema > recipes/recipe.schema.json',
  ).toEqual(recipeJsonSchema())
})

test('there is a ready-made recipe for every feature', () => {
  const used = recipes.flatMap((file) =>
    parseRecipe(read(file)).steps.map(({ feature }) => feature),
  )
  expect(FEATURES.map(({ name }) => name).filter((name) => !used.includes(name))).toEqual([])
})

test.each(recipes)('%s names the schema and says what it does', (file) => {
  expect(read(file)).toMatchObject({
    $schema: './recipe.schema.json',
    description: expect.stringMatching(/\.$/),
  })
})

test('the schema has each feature’s templates, files and own parameters, without those with defaults', () => {
  const { allOf } = (recipeJsonSchema() as { properties: { steps: { items: { allOf: Rule[] } } } })
    .properties.steps.items
  const ruleOf = (name: string) =>
    allOf.find((rule) => rule.if.properties.feature.const === name)?.then.properties
  expect(allOf).toHaveLength(FEATURES.length)
  expect(ruleOf('look-vto')?.parameters.properties['template_id']?.enum).toContain('evening_gold')
  expect(ruleOf('cloth-v3')?.inputs).toMatchObject({ required: ['ref'] })
  expect(ruleOf('hair-transfer')?.inputs).not.toHaveProperty('required')
  expect(ruleOf('body-reshape')?.parameters.required).toEqual(['features'])
  expect(ruleOf('body-reshape')?.parameters.properties).not.toHaveProperty('index')
})

type Rule = {
  if: { properties: { feature: { const: string } } }
  then: {
    properties: {
      parameters: { required: string[]; properties: Record<string, { enum?: string[] }> }
      inputs: object
    }
  }
}
