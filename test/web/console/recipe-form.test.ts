import { expect, test } from 'vitest'
import { FEATURES } from '../../../catalog/features/features.ts'
import { checkRecipe } from '../../../functions/operate/recipes/check-recipe.ts'
import { describeCatalogue } from '../../../functions/operate/recipes/describe-catalogue.ts'
import { newStep } from '../../../web/console/recipes/form/new-step.ts'
import { problemsAt, problemsWithin } from '../../../web/console/recipes/form/problems.ts'
import {
  fieldKind,
  mostOf,
  type Schema,
  stepOf,
  withMember,
} from '../../../web/console/recipes/form/schema.ts'
import { lineDiff } from '../../../web/console/recipes/line-diff.ts'

const { features } = describeCatalogue()

test.each(FEATURES.map(({ name }) => name))(
  'a new step of %s breaks no rule of its parameters',
  (name) => {
    const step = newStep(features.find((one) => one.name === name)!)
    const { problems } = checkRecipe(JSON.stringify({ steps: [step] }))
    expect(problems).toEqual([])
  },
)

test('a field is shown by what its schema allows', () => {
  const kinds: [Schema, string][] = [
    [{ const: '1.0', type: 'string' }, 'fixed'],
    [{ enum: ['a'], type: 'string' }, 'choice'],
    [{ type: 'boolean' }, 'switch'],
    [{ type: 'number', minimum: 0, maximum: 1 }, 'range'],
    [{ type: 'integer', minimum: 0, maximum: 1000 }, 'range'],
    [{ type: 'integer', minimum: 0, maximum: 1001 }, 'number'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'string' }, 'text'],
    [{ type: 'object', properties: {} }, 'group'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'array' }, 'json'],
    [{}, 'json'],
  ]
  for (const [schema, kind] of kinds) expect(fieldKind(schema), JSON.stringify(schema)).toBe(kind)
  expect(stepOf({ type: 'number', minimum: 0, maximum: 1 })).toBe(0.01)
  expect(stepOf({ type: 'number', minimum: -100, maximum: 100 })).toBe(1)
  expect(mostOf({ type: 'integer', exclusiveMaximum: 20 })).toBe(19)
})

test('a member keeps its place when it changes, and is left out without a value', () => {
  expect(JSON.stringify(withMember({ a: 1, b: 2 }, 'a', 3))).toBe('{"a":3,"b":2}')
  expect(withMember({ a: 1, b: 2 }, 'a', undefined)).toEqual({ b: 2 })
  expect(withMember('no object', 'a', 1)).toEqual({ a: 1 })
})

test('a problem belongs to its field, and to all that the field is in', () => {
  const one = { path: ['steps', 0, 'target'], words: 'x', line: 1, column: 1 }
  expect(problemsAt([one], ['steps', 0])).toEqual([])
  expect(problemsWithin([one], ['steps', 0])).toEqual([one])
  expect(problemsAt([one], ['steps', 0, 'target'])).toEqual([one])
})

test('two texts are compared line by line', () => {
  const said = (before: string, after: string) =>
    lineDiff(before, after).map(({ kind, text }) => `${kind[0]} ${text}`)
  expect(said('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual(['s a', 'r b', 'a x', 's c', 'a y', 's d'])
  expect(said('a', 'a')).toEqual(['s a'])
  expect(said('a\nb', 'b')).toEqual(['r a', 's b'])
  expect(said('', 'a\n')).toEqual(['a a', 's '])
})
