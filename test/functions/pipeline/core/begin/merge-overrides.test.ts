import { expect, test } from 'vitest'
import { mergeOverrides } from '../../../../../functions/pipeline/core/begin/merge-overrides.ts'

const SLIM = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }
const HAIR = { feature: 'hair-transfer', parameters: { template_id: 'female_bob' } }

function merged(overrides: unknown, recipe: object = { steps: [SLIM] }, allowed = true) {
  const metadata = { 'darkroom-recipe': JSON.stringify(overrides) }
  return mergeOverrides({ text: recipe, sha256: '0' }, { metadata, allowed, changesAllowed: true })
    .plan
}

function refusal(overrides: unknown, recipe?: object, allowed?: boolean): string {
  try {
    merged(overrides, recipe, allowed)
  } catch (error) {
    expect(error).toMatchObject({ code: 'RecipeInvalid' })
    return (error as Error).message
  }
  return expect.unreachable('it was accepted')
}

test('by default targets and parameters of the recipe’s own features may be changed', () => {
  const plan = merged(
    { steps: [{ target: 'leftmost', parameters: { features: { slim: -20, leg: 5 } } }, {}] },
    { steps: [SLIM, HAIR] },
  )
  expect(plan?.steps).toMatchObject([
    { target: 'leftmost', parameters: { features: { slim: -20, leg: 5 } } },
    { feature: 'hair-transfer', target: 'largest', parameters: { template_id: 'female_bob' } },
  ])
})

test.each([
  ['another feature', { steps: [{ feature: 'face-lift' }] }, 'steps[0].feature'],
  [
    'an object of the bucket',
    { steps: [{ inputs: { ref: { object: 'inputs/x' } } }] },
    'steps[0].inputs.ref.object',
  ],
  [
    'an address',
    { steps: [{ inputs: { ref: [{ url: 'https://x.example' }] } }] },
    'steps[0].inputs.ref',
  ],
  ['a further step', { steps: [{}, SLIM] }, 'steps[1].feature'],
  ['an empty further step', { steps: [{}, {}] }, 'steps[1]'],
  ['other steps', { steps: { 0: {} } }, 'steps '],
  ['no step', { steps: [null] }, 'steps[0]'],
  ['the name of results', { output: { name: 'x' } }, 'output.name'],
  ['the time', { timeoutSeconds: 10 }, 'timeoutSeconds'],
  ['what may be changed', { overrides: ['steps'] }, 'overrides'],
  ['everything', 7, 'itself'],
  ['a prototype', JSON.parse('{"__proto__":{"steps":[]}}'), '__proto__'],
])('%s may not be laid over a recipe that says nothing of it', (_, overrides, field) => {
  const message = refusal(overrides)
  expect(message).toContain('does not let')
  expect(message).toContain(field)
})

test('what is changed must lie within the ranges of the catalogue', () => {
  expect(refusal({ steps: [{ parameters: { features: { slim: -101 } } }] })).toContain(
    'steps[0].parameters.features.slim is below the allowed minimum.',
  )
  expect(refusal({ steps: [{ target: 'tallest' }] })).toContain('steps[0].target must be one of')
})

test.each([
  [
    ['steps.0.parameters.features.slim'],
    { steps: [{ parameters: { features: { slim: 1 } } }] },
    undefined,
  ],
  [
    ['steps.0.parameters.features.slim'],
    { steps: [{ parameters: { features: { leg: 1 } } }] },
    'features.leg',
  ],
  [['steps.1.target'], { steps: [{ target: 'leftmost' }] }, 'steps[0].target'],
  [['output.name'], { output: { name: 'x' } }, undefined],
  [['output.name'], { output: { keepDays: 1 } }, 'output.keepDays'],
  [['steps'], { steps: [{}, SLIM] }, undefined],
  [[], { steps: [{ target: 'leftmost' }] }, 'only nothing'],
])('a recipe with overrides %j takes %j: refused is %s', (overrides, given, field) => {
  const recipe = { steps: [SLIM], overrides }
  if (field === undefined) expect(merged(given, recipe)).toBeDefined()
  else expect(refusal(given, recipe)).toContain(field)
})

test.each([['overrides'], ['steps..target'], ['feature'], ['']])(
  '%j is no path of overrides',
  (path) => {
    expect(refusal({}, { steps: [SLIM], overrides: [path] })).toContain('overrides holds paths')
  },
)

test('a pipeline without overrides refuses any, and works on files that have none', () => {
  expect(refusal({ steps: [{ target: 'leftmost' }] }, undefined, false)).toContain('this pipeline')
  const recipe = { text: { steps: [SLIM] }, sha256: '0' }
  expect(
    mergeOverrides(recipe, { metadata: {}, allowed: false, changesAllowed: true }).plan?.steps,
  ).toHaveLength(1)
})

test('changes of a retry lie above the object’s own, within what the recipe lets', () => {
  const recipe = { text: { steps: [SLIM] }, sha256: '0' }
  const metadata = {
    'darkroom-recipe': '{"steps":[{"target":"leftmost","parameters":{"features":{"slim":7}}}]}',
  }
  const changed = (changes: object, rest = {}) =>
    mergeOverrides(recipe, {
      metadata,
      allowed: true,
      changesAllowed: true,
      changes: JSON.stringify(changes),
      ...rest,
    })
  const { plan, overrides, changes } = changed({ steps: [{ target: 'index:1' }] })
  expect(plan?.steps[0]).toMatchObject({ target: 'index:1', parameters: { features: { slim: 7 } } })
  expect([overrides, changes]).toEqual([
    metadata['darkroom-recipe'],
    '{"steps":[{"target":"index:1"}]}',
  ])
  expect(() => changed({ output: { format: 'png' } })).toThrow(
    /With the changes of the retry: the recipe does not let output\.format be overridden/,
  )
  expect(() => changed({ steps: [{ target: 'nobody' }] })).toThrow(
    /With the changes of the retry: steps\[0\]\.target/,
  )
  // A pipeline may take changes of operators alone, or none.
  expect(
    changed({ steps: [{ target: 'index:1' }] }, { metadata: {}, allowed: false }).plan?.steps[0]
      ?.target,
  ).toBe('index:1')
  expect(() => changed({}, { changesAllowed: false })).toThrow('lets no retry change the recipe')
})
