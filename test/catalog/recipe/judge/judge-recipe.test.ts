import { expect, test } from 'vitest'
import { judgeRecipe } from '../../../../catalog/recipe/judge/judge-recipe.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }

test('a good recipe is given, without a problem', () => {
  const { recipe, problems } = judgeRecipe({ steps: [slim] })
  expect(problems).toEqual([])
  expect(recipe?.steps).toMatchObject([slim])
})

test.each([null, 'a step', 7])('a step that is %j is a problem of its own place', (step) => {
  const { recipe, problems } = judgeRecipe({ steps: [slim, step] })
  expect(recipe).toBeUndefined()
  expect(problems.length).toBeGreaterThan(0)
  for (const { path } of problems) expect(path.slice(0, 2)).toEqual(['steps', 1])
})

test('what else is wrong with a step is told beside what cannot be read of it', () => {
  const overdone = { ...slim, target: 7, parameters: { features: { slim: -600 } } }
  const { problems } = judgeRecipe({ steps: [overdone] })
  const paths = problems.map(({ path }) => path.join('.'))
  expect(paths).toContain('steps.0.target')
  expect(paths).toContain('steps.0.parameters.features.slim')
})

test.each([
  [{ colour: 'red' }, 'steps.0'],
  [{ inputs: { ref: { object: 'a.png', colour: 'red' } } }, 'steps.0.inputs'],
])('a step with the unknown member in %j is judged without it', (change, place) => {
  const overdone = { ...slim, parameters: { features: { slim: -600 } } }
  const { recipe, problems } = judgeRecipe({ steps: [{ ...overdone, ...change }] })
  expect(recipe).toBeUndefined()
  const paths = problems.map(({ path }) => path.join('.'))
  expect(paths.some((path) => path.startsWith(place))).toBe(true)
  expect(paths).toContain('steps.0.parameters.features.slim')
})

test('each unknown name is told once, wherever it stands', () => {
  const paths = (input: object) =>
    judgeRecipe({ steps: [slim], ...input }).problems.map(({ path }) => path.join('.'))
  expect(paths({ colour: 'red' })).toEqual(['colour'])
  expect(paths({ colour: 'red', size: 7 })).toEqual(['colour', 'size'])
  expect(paths({ output: { colour: 'red' } })).toEqual(['output.colour'])
  expect(paths({ timeoutSeconds: 'x', colour: 'red' })).toEqual(['colour', 'timeoutSeconds'])
})

test('what could not be read is told once, and what a feature refuses at its parameters', () => {
  const pathsOf = (step: object) =>
    judgeRecipe({ steps: [step] }).problems.map(({ path }) => path.join('.'))
  const overdone = { ...slim, target: 7, parameters: { features: { slim: -600 } } }
  expect(pathsOf(overdone)).toEqual(['steps.0.target', 'steps.0.parameters.features.slim'])
  expect(pathsOf({ feature: 'obj-replace', parameters: { prompt: 'blue' }, inputs: 7 })).toEqual([
    'steps.0.inputs',
  ])
  expect(pathsOf({ feature: 'obj-replace', parameters: 7 })).toEqual([
    'steps.0.parameters',
    'steps.0.inputs.msk',
  ])
  const mapping = { face_mapping: [{ index: 1, position: 0 }] }
  const swap = {
    feature: 'face-swap',
    parameters: mapping,
    inputs: { ref: [{ object: 'inputs/a.jpg' }] },
  }
  const { problems } = judgeRecipe({ steps: [swap] })
  expect(problems).toEqual([
    {
      path: ['steps', 0, 'parameters'],
      words:
        'steps[0].parameters: face_mapping names reference 1, and there are 1, counted from 0.',
    },
  ])
})
