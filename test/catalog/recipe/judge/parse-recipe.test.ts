import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { companionKeys, isCompanion } from '../../../../catalog/recipe/companions.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { fc } from '../../../setup/random.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'recipes')

test.each(readdirSync(folder).filter((file) => !file.endsWith('.schema.json')))(
  'the ready-made %s fits the catalogue',
  (file) => {
    expect(parseRecipe(JSON.parse(readFileSync(join(folder, file), 'utf8'))).steps).not.toEqual([])
  },
)

test('fills in defaults', () => {
  expect(parseRecipe({ steps: [slim] })).toEqual({
    steps: [
      {
        feature: 'body-reshape',
        target: 'largest',
        inputs: {},
        parameters: { version: '1.0', features: { slim: -10 } },
      },
    ],
    timeoutSeconds: 3600,
    companionSeconds: 300,
    transfer: 'url',
    prepare: 'auto',
    output: { name: '{stem}', mark: true, size: 'source', metadata: 'none' },
    overrides: ['steps.*.target', 'steps.*.parameters'],
  })
})

test('accepts a template instead of a reference file', () => {
  const parameters = { template_id: 'female_bob' }
  expect(parseRecipe({ steps: [{ feature: 'hair-transfer', parameters }] }).steps).toEqual([
    {
      feature: 'hair-transfer',
      target: 'largest',
      inputs: {},
      parameters: { ...parameters, hair_color: 'ref' },
    },
  ])
})

describe('an invalid recipe names the field and the rule', () => {
  const step = (change: object) => ({ steps: [{ ...slim, ...change }] })
  const dressed = (inputs: object) =>
    step({ feature: 'cloth-v3', parameters: { garment_category: 'auto' }, inputs })
  test.each([
    [{}, "steps is required but wasn't included in your request."],
    [{ steps: [] }, 'steps is below the allowed minimum.'],
    [{ steps: [slim], extra: 1 }, 'extra is not a field of this object.'],
    [{ steps: [slim], timeoutSeconds: 5 }, 'timeoutSeconds is below the allowed minimum.'],
    [step({ feature: 'x' }), 'steps[0].feature is not one of the accepted values.'],
    [step({ target: 'tallest' }), /^steps\[0\]\.target must be one of usable, largest, /],
    [step({ target: 'index:x' }), /^steps\[0\]\.target must be one of /],
    [
      step({ parameters: { features: { slim: 101 } } }),
      'steps[0].parameters.features.slim is above the allowed maximum.',
    ],
    [
      step({ parameters: { features: { slim: 0 } } }),
      'steps[0].parameters.features needs at least one value that is not zero.',
    ],
    [step({ parameters: { features: { slim: 101 } } }), 'At most 100 is allowed.'],
    [
      step({ parameters: { features: { wasit: -30 } } }),
      'steps[0].parameters.features.wasit is not a field of this object. Did you mean waist?',
    ],
    [
      step({ parameters: { feature: { waist: -30 } } }),
      'steps[0].parameters.feature is not a field of this object. Did you mean features?',
    ],
    [{ step: [slim] }, 'step is not a field of this object. Did you mean steps?'],
    [
      step({ feature: 'face-lifting', parameters: {} }),
      'steps[0].feature is not one of the accepted values. Did you mean face-lift? Accepted: ',
    ],
    [{ steps: [slim], output: { keepDays: 2 } }, 'Accepted: 1, 7, 30, 90, 365.'],
    [{ steps: [slim], timeoutSeconds: 3 }, 'At least 10 is required.'],
    [{ steps: [] }, 'At least 1 item is required.'],
    [dressed({}), 'steps[0].inputs.ref is required.'],
    [
      dressed({ msk: { url: 'https://example.com/a' } }),
      'steps[0].inputs.msk is not a file of cloth-v3.',
    ],
    [dressed({ ref: { url: 'http://example.com/a' } }), 'steps[0].inputs.ref'],
    [dressed({ ref: { object: 'drop/a.jpg' } }), 'steps[0].inputs.ref'],
    [dressed({ ref: { companion: 'garment.jpg' } }), 'steps[0].inputs.ref'],
    [dressed({ ref: { companion: '../{stem}.jpg' } }), 'steps[0].inputs.ref'],
    [
      dressed({ ref: [{ object: 'inputs/a.jpg' }, { object: 'inputs/b.jpg' }] }),
      'steps[0].inputs.ref names more files than cloth-v3 takes.',
    ],
    [
      step({ feature: 'hair-transfer', parameters: {} }),
      'steps[0].inputs.ref is required without a template_id.',
    ],
    [
      step({
        feature: 'hair-transfer',
        parameters: { template_id: 'female_bob' },
        inputs: { ref: { object: 'inputs/a.jpg' } },
      }),
      'steps[0].inputs.ref and parameters.template_id exclude each other.',
    ],
    [
      step({
        feature: 'face-swap',
        parameters: { face_mapping: [{ index: 1, position: 0 }] },
        inputs: { ref: { object: 'inputs/a.jpg' } },
      }),
      'steps[0].parameters: face_mapping names reference 1',
    ],
    [{ steps: [slim], output: { name: 'a/{stem}' } }, 'output.name may hold'],
    [
      { steps: [{ ...slim, parameters: { ...slim.parameters, index: 99 } }] },
      'steps[0].parameters.index is chosen by the step',
    ],
    [{ steps: [slim], output: { name: '{key}' } }, 'output.name may hold'],
    [{ steps: [slim], output: { name: '{stem}\u202egnp' } }, 'output.name may hold no control'],
    [{ steps: [slim], output: { name: 'a\n{stem}' } }, 'output.name may hold no control'],
    [{ steps: [slim], output: { name: '\n{stem}' } }, 'output.name may hold no control'],
    [{ steps: [slim], output: { keepDays: 2 } }, 'output.keepDays'],
    [{ steps: [slim], output: { format: 'webp' } }, 'output.format'],
    [
      { steps: [{ feature: 'fitzpatrick-scale-analyzer' }], output: { format: 'png' } },
      'output.format is for pictures; fitzpatrick-scale-analyzer gives none.',
    ],
    [{ steps: [slim], transfer: 'pigeon' }, 'transfer is not one of the accepted values.'],
    [
      step({ feature: 'look-vto', parameters: { template_id: 'nope' } }),
      'steps[0].parameters.template_id is not a template of look-vto.',
    ],
    [
      { steps: [{ ...slim, target: 'all' }, slim] },
      'steps[0].target can be all only in the last step, or with together.',
    ],
    [
      { steps: [{ ...slim, together: true }] },
      'steps[0].together is for pictures with target all.',
    ],
    [
      {
        steps: [{ ...slim, target: 'all', together: true }],
        output: { size: 'service' },
      },
      'steps with together need output.size source.',
    ],
  ])('%j', (input, message) => {
    expect(() => parseRecipe(input)).toThrow(message)
  })
})

describe('companions', () => {
  const masked = parseRecipe({
    steps: [
      {
        feature: 'obj-replace',
        parameters: { prompt: 'a door' },
        inputs: { msk: { companion: '{stem}.mask.png' } },
      },
    ],
  })

  test.each([
    ['drop/r/photo.jpg', 'drop/r/photo.mask.png'],
    ['drop/r/a/b/photo.tar.jpg', 'drop/r/a/b/photo.tar.mask.png'],
    ['drop/r/$&.jpg', 'drop/r/$&.mask.png'],
    ['drop/r/photo', 'drop/r/photo.mask.png'],
  ])('the companion of %j is %j', (key, companion) => {
    expect(companionKeys(masked, key)).toEqual([companion])
    expect(isCompanion(masked, companion)).toBe(true)
    expect(isCompanion(masked, key)).toBe(false)
  })

  test('a name without a stem is no companion', () => {
    expect(isCompanion(masked, 'drop/r/.mask.png')).toBe(false)
  })
})

test('turns any JSON into a recipe or RecipeInvalid', () => {
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
