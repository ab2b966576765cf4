import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeIssue, fieldName, valueAt } from '../../../catalog/issues/describe-issue.ts'

const FORM = z.strictObject({
  count: z.int().check(z.gte(1), z.lte(3)),
  kind: z.optional(z.enum(['a', 'b'])),
  name: z.optional(z.string().check(z.regex(/^a/))),
  list: z.optional(
    z.array(z.object({ on: z.string().check(z.refine((text) => text === 'x', 'on must be x.')) })),
  ),
  own: z.optional(z.string().check(z.refine((text) => text === 'x', 'own must be x.'))),
})

test.each<[unknown, string]>([
  [{}, "count is required but wasn't included in your request."],
  [{ count: null }, "'count' is required and can't be null."],
  [{ count: 'x' }, "count doesn't match the required format."],
  [{ count: 4 }, 'count is above the allowed maximum.'],
  [{ count: 0 }, 'count is below the allowed minimum.'],
  [{ count: 1, kind: 'c' }, 'kind is not one of the accepted values.'],
  [{ count: 1, name: 'b' }, "name doesn't match the required format."],
  [{ count: 1, list: [{ on: 'x' }, { on: 'y' }] }, 'list[1].on must be x.'],
  [{ count: 1, own: 'y' }, 'own must be x.'],
  [{ count: 1, colour: 'red' }, 'colour is not a field of this object.'],
  [null, "'The request body' is required and can't be null."],
])('%j: %s', (input, sentence) => {
  const { error } = z.safeParse(FORM, input)
  expect(describeIssue(error!.issues[0]!, input)).toBe(sentence)
})

test('a required choice that is missing is required', () => {
  const { error } = z.safeParse(z.object({ kind: z.enum(['a']) }), {})
  expect(describeIssue(error!.issues[0]!, {})).toBe(
    "kind is required but wasn't included in your request.",
  )
})

test('a field is named by its path, and found there', () => {
  expect(fieldName(['steps', 0, 'parameters', 'slim'])).toBe('steps[0].parameters.slim')
  expect(fieldName([])).toBe('')
  const input = { a: [{ b: 7 }], text: 'abc' }
  expect(valueAt(input, ['a', 0, 'b'])).toBe(7)
  expect([valueAt(input, ['a', 1, 'b']), valueAt(input, ['text', 'length'])]).toEqual([
    undefined,
    undefined,
  ])
  expect([valueAt(input, ['toString']), valueAt(null, ['a']), valueAt(null, [])]).toEqual([
    undefined,
    undefined,
    null,
  ])
})
