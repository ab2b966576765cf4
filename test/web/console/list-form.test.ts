import { expect, test } from 'vitest'
import { findFeature } from '../../../catalog/features/features.ts'
import { checkRecipe } from '../../../functions/operate/recipes/check-recipe.ts'
import { describeCatalogue } from '../../../functions/operate/recipes/describe-catalogue.ts'
import { tryProblems } from '../../../functions/operate/tries/judge-try.ts'
import { labelOf } from '../../../web/console/recipes/form/field-props.ts'
import {
  emptyOf,
  fieldKind,
  listShape,
  type Schema,
} from '../../../web/console/recipes/form/schema.ts'

const { features, settings } = describeCatalogue()

/** Every schema in a schema, that of each place of a list too, with its path. */
function* within(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema]
  for (const [name, own] of Object.entries(schema.properties ?? {}))
    yield* within(own, `${path}.${name}`)
  const list = listShape(schema, undefined)
  for (let at = 0; at < Math.min(2, list?.most ?? 0); at++)
    yield* within(list?.item(at) ?? {}, `${path}[${at}]`)
}

const FIELDS = [
  ...features.flatMap(({ name, parameters }) => [...within(parameters as Schema, name)]),
  ...within(settings as Schema, 'settings'),
]

test('every field of the catalogue has a control, and none is left to JSON', () => {
  expect(FIELDS.length).toBeGreaterThan(200)
  expect(FIELDS.filter(([, schema]) => fieldKind(schema) === 'json').map(([path]) => path)).toEqual(
    [],
  )
})

test('what is added to a list is what its schema takes', () => {
  const faces = features.find(({ name }) => name === 'face-swap')!.parameters as Schema
  const mapping = listShape(faces.properties?.['face_mapping'] ?? {}, undefined)!
  expect([mapping.least, mapping.most, emptyOf(mapping.item(0))]).toEqual([
    1,
    20,
    { index: 0, position: 0 },
  ])
  const recipe = (faces: object[]) =>
    checkRecipe(
      JSON.stringify({
        steps: [
          {
            feature: 'face-swap',
            parameters: { face_mapping: faces },
            inputs: { ref: { companion: '{stem}.face.png' } },
          },
        ],
      }),
    ).problems
  expect(recipe([emptyOf(mapping.item(0)) as object])).toEqual([])
  // What is wrong with one place stands there.
  expect(recipe([{ index: 0, position: 99 }]).map(({ path }) => path)).toEqual([
    ['steps', 0, 'parameters', 'face_mapping', 0, 'position'],
  ])
})

test('a pixel has two places, and of two forms of a list the one that is written counts', () => {
  const pixel = { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'integer' }] }
  const either = { anyOf: [{ type: 'array', prefixItems: [pixel] }, pixel] }
  expect(fieldKind(either)).toBe('list')
  expect(listShape(pixel, undefined)).toMatchObject({ least: 2, most: 2 })
  expect(listShape(either, [3, 4])?.most).toBe(2)
  expect(listShape(either, [[3, 4]])?.most).toBe(1)
  expect(emptyOf(either)).toEqual([[0, 0]])
  expect(fieldKind({ anyOf: [pixel, { type: 'string' }] })).toBe('json')
  expect(labelOf(['parameters', 'object_infos', 1])).toBe('object infos 2')
})

test('a try says at which field a rule is broken: of parameters, and of the files of a role', () => {
  const swap = findFeature('face-swap')!
  const file = { role: 'ref', name: 'a.gif', contentType: 'image/gif', size: 9 }
  const problems = tryProblems(swap, { face_mapping: [{ index: 0, position: 99 }] }, [file])
  expect(problems).toEqual([
    { path: ['files', 'ref'], words: expect.stringContaining('image/gif') },
    {
      path: ['parameters', 'face_mapping', 0, 'position'],
      words: expect.stringMatching(/^face_mapping\[0\].position /),
    },
  ])
  expect(tryProblems(swap, { face_mapping: [{ index: 0, position: 0 }] })).toEqual([])
})
