import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../catalog/failure.ts'
import { parseRecipe } from '../../catalog/recipe.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }
const folder = join(import.meta.dirname, '..', '..', 'recipes')

test.each(readdirSync(folder))('the ready-made %s fits the catalogue', (file) => {
  expect(parseRecipe(JSON.parse(readFileSync(join(folder, file), 'utf8'))).steps).not.toEqual([])
})

test('fills in what a recipe may leave out', () => {
  expect(parseRecipe({ steps: [slim] })).toEqual({
    steps: [
      {
        feature: 'body-reshape',
        target: 'largest',
        parameters: { version: '1.0', features: { slim: -10 } },
      },
    ],
    timeoutSeconds: 900,
  })
})

test('takes a template for a reference file', () => {
  const parameters = { template_id: 'female_bob' }
  expect(parseRecipe({ steps: [{ feature: 'hair-transfer', parameters }] }).steps).toEqual([
    {
      feature: 'hair-transfer',
      target: 'largest',
      parameters: { ...parameters, hair_color: 'ref' },
    },
  ])
})

describe('names the field and the rule', () => {
  const step = (change: object) => ({ steps: [{ ...slim, ...change }] })
  test.each([
    [{}, "steps is required but wasn't included in your request."],
    [{ steps: [] }, 'steps is below the allowed minimum.'],
    [{ steps: [slim], extra: 1 }, 'extra is not a field of this object.'],
    [{ steps: [slim], timeoutSeconds: 5 }, 'timeoutSeconds is below the allowed minimum.'],
    [step({ feature: 'x' }), 'steps[0].feature is not one of the accepted values.'],
    [step({ target: 'tallest' }), /^steps\[0\]\.target must be one of largest, /],
    [step({ target: 'index:x' }), /^steps\[0\]\.target must be one of /],
    [
      step({ parameters: { features: { slim: 101 } } }),
      'steps[0].parameters.features.slim is above the allowed maximum.',
    ],
    [
      step({ parameters: { features: { slim: 0 } } }),
      'steps[0].parameters.features needs at least one value that is not zero.',
    ],
    [
      step({ feature: 'cloth-v3' }),
      'steps[0].feature needs more files than the one that is dropped.',
    ],
    [
      step({ feature: 'hair-transfer', parameters: {} }),
      'steps[0].parameters.template_id is not a template of hair-transfer.',
    ],
    [
      step({ feature: 'look-vto', parameters: { template_id: 'nope' } }),
      'steps[0].parameters.template_id is not a template of look-vto.',
    ],
    [
      { steps: [{ ...slim, target: 'all' }, slim] },
      'steps[0].target can be all only in the last step.',
    ],
  ])('%j', (input, message) => {
    expect(() => parseRecipe(input)).toThrow(message)
  })
})

test('answers any JSON with a recipe or with RecipeInvalid', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      try {
        parseRecipe(input)
      } catch (error) {
        expect(error).toBeInstanceOf(Failure)
        expect((error as Failure).code).toBe('RecipeInvalid')
      }
    }),
  )
})
