import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { checkRecipes } from '../../../../functions/operate/doctor/check-recipes.ts'
import { mockSite, said, siteWith } from './site.ts'

const { s3 } = mockSite()

/** A bucket with these recipes by their keys. */
function recipesWith(recipes: Record<string, string>, change = {}) {
  s3.on(ListObjectsV2Command).resolves({
    Contents: [...Object.keys(recipes).map((Key) => ({ Key })), {}],
  })
  s3.on(GetObjectCommand).callsFake(({ Key }) => ({
    Body: { transformToString: async () => recipes[Key] },
  }))
  return checkRecipes(siteWith(change))
}
const steps = (...given: object[]) => JSON.stringify({ steps: given })
const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }

test('recipes that can be used are counted, others are told', async () => {
  const own = { service: {} }
  expect(said(await recipesWith({}))).toEqual(['warning: There is no recipe that can be used.'])
  const odd = { 'recipes/a/b.json': '{', 'recipes/a.txt': '{', 'recipes/A b.json': '{' }
  expect(said(await recipesWith({ ...odd, 'recipes/slim.json': steps(SLIM) }, own))).toEqual([
    'ok: 1 recipes can be used.',
  ])
  const found = await recipesWith({ 'recipes/slim.json': steps(SLIM), 'recipes/bad.json': '{' })
  expect(said(found)).toEqual([
    expect.stringMatching(/^warning: The recipe bad cannot be used: /),
    'ok: 1 recipes can be used.',
  ])
})

test('a recipe that only a generator can carry out is told where our own service has none', async () => {
  const box = {
    feature: 'obj-replace',
    parameters: { prompt: 'a sleeping cat' },
    inputs: { msk: { companion: '{stem}.mask.png' } },
  }
  const recipes = { 'recipes/box.json': steps(box), 'recipes/slim.json': steps(SLIM) }
  const service = {} as never
  expect(await recipesWith(recipes, { service })).toEqual([
    {
      level: 'warning',
      check: 'recipes',
      says: expect.stringMatching(
        /^The recipe box is refused: prompt asks for what only a generator/,
      ),
      todo: 'Change the prompt, or configure a generator; every drop under it is refused.',
    },
    { level: 'ok', check: 'recipes', says: '1 recipes can be used.' },
  ])
  const both = ['ok: 2 recipes can be used.']
  const generator = { settings: '{"kind":"bedrock"}', secret: undefined }
  expect(said(await recipesWith(recipes, { service, generator }))).toEqual(both)
  // What another provider carries out is not known.
  expect(said(await recipesWith(recipes))).toEqual(both)
})
