import { expect, test } from 'vitest'
import { chargeFromHeaders, SECONDS_HEADER, UNITS_HEADER } from '../../catalog/costs/charge.ts'
import { computeFromHeader } from '../../catalog/costs/compute.ts'
import { modelHeaders, modelsFromHeader } from '../../catalog/costs/model-use.ts'
import { codeEndedIn, endedIn, reasonAlone } from '../../catalog/failures/ended-in.ts'
import { generationHeaders, generationsFromHeader } from '../../catalog/generator/generation.ts'
import { GENERATOR_SETTINGS } from '../../catalog/generator/generator-settings.ts'
import { parseJsonText } from '../../catalog/json/parse-json-text.ts'
import { LOOK_SCHEMA } from '../../catalog/looks/look.ts'
import { RECIPE_SHAPE } from '../../catalog/recipe/shape/recipe.ts'
import { workStartFrom, workStartHeader } from '../../catalog/tasks/task-times.ts'
import { BEDROCK, COMPUTE, LOOK, MADE, MODEL, OPENAI, RECIPE } from './least-valid.ts'

const text = (length: number) => 'x'.repeat(length)
const items = (count: number, item: unknown) => Array.from({ length: count }, () => item)

test('what a recipe leaves out', () => {
  expect(RECIPE_SHAPE.parse(RECIPE)).toEqual({
    steps: [{ feature: 'face-lift', parameters: {}, target: 'largest', inputs: {} }],
    timeoutSeconds: 3_600,
    companionSeconds: 300,
    transfer: 'url',
    prepare: 'auto',
    output: { name: '{stem}', mark: true, size: 'source', metadata: 'none' },
    overrides: ['steps.*.target', 'steps.*.parameters'],
  })
  expect(RECIPE_SHAPE.parse({ ...RECIPE, output: {} }).output).toEqual({
    name: '{stem}',
    mark: true,
    size: 'source',
    metadata: 'none',
  })
  const kept = [0, 1, 2, 7, 30, 90, 365].filter(
    (keepDays) => RECIPE_SHAPE.safeParse({ ...RECIPE, output: { keepDays } }).success,
  )
  expect(kept).toEqual([1, 7, 30, 90, 365])
})

test('what a generator’s settings leave out', () => {
  const perTask = { dollarsPerTask: 0.5, prefer: [] }
  expect(GENERATOR_SETTINGS.parse(BEDROCK)).toEqual({
    ...BEDROCK,
    ...perTask,
    region: 'us-west-2',
    models: {},
  })
  expect(GENERATOR_SETTINGS.parse(OPENAI)).toEqual({
    ...OPENAI,
    ...perTask,
    dollarsPerPicture: 0,
    private: false,
  })
})

test('headers are read up to their length, and where they hold something', () => {
  const padded = (length: number, value: unknown) => JSON.stringify(value).padEnd(length)
  const read: [(header: string) => unknown, number, unknown][] = [
    [modelsFromHeader, 4_000, [MODEL]],
    [generationsFromHeader, 16_000, [MADE]],
    [computeFromHeader, 200, COMPUTE],
  ]
  for (const [readHeader, most, value] of read) {
    expect(readHeader(padded(most, value))).toEqual(value)
    for (const bad of [padded(most + 1, value), '', '[]', '{', '{}']) {
      expect(readHeader(bad)).toBeUndefined()
    }
  }
  expect([modelHeaders([]), generationHeaders([])]).toEqual([{}, {}])
  expect(modelHeaders([MODEL])).toEqual({ 'darkroom-models': JSON.stringify([MODEL]) })
})

test('of many generations sixteen are told, in ASCII', () => {
  const made = { ...MADE, operation: 'fill' as const }
  const told = (more: object, count = 1) => {
    const header = generationHeaders(items(count, { ...made, ...more }) as never)[
      'darkroom-generations'
    ]
    return JSON.parse(header ?? '[]') as { model: string; version?: string }[]
  }
  expect(told({}, 17)).toHaveLength(16)
  expect(told({ model: 'aéb' })[0]?.model).toBe('a?b')
  expect(told({ model: text(201) })[0]?.model).toBe(text(200))
  expect(told({ model: '' })[0]?.model).toBe('?')
  expect(told({ version: 'é' })[0]?.version).toBe('?')
  expect(told({})[0]).not.toHaveProperty('version')
})

test.each([
  ['1700000000', 1_700_000_000],
  ['0', 0],
  ['waiting', 'waiting'],
  ['99999999999', 99_999_999_999],
  ['100000000000', undefined],
  ['x1', undefined],
  ['1x', undefined],
  ['', undefined],
  [null, undefined],
])('work that began at %s', (header, start) => {
  expect(workStartFrom(header)).toBe(start)
})

test('a charge is read where there are units', () => {
  const read = (units: string | null, seconds?: string) => {
    const headers: Record<string, string | null | undefined> = {
      [UNITS_HEADER]: units,
      [SECONDS_HEADER]: seconds,
    }
    return chargeFromHeaders((name) => headers[name])
  }
  expect(read('0')).toEqual({ units: 0 })
  expect(read('999999999', '7')).toEqual({ units: 999_999_999, seconds: 7 })
  for (const units of ['1000000000', 'x1', '1x', '', null]) expect(read(units, '7')).toBeUndefined()
  expect(read('3', '1.5')).toEqual({ units: 3 })
  expect(workStartHeader(5)).toEqual({ 'darkroom-work-started': '5' })
})

test('a byte order mark before JSON is passed over, and no other', () => {
  expect(parseJsonText('\uFEFF{"a":"\uFEFF"}')).toEqual({ a: '\uFEFF' })
  expect(() => parseJsonText('{}\uFEFF')).toThrow(SyntaxError)
})

test('the code that a service ended a task in is read from the sentence', () => {
  expect(endedIn('error_x')).toBe('The service ended the task in error_x.')
  expect(endedIn(undefined)).toBe('The service ended the task in an error it does not name.')
  expect(codeEndedIn('The service ended the task in error_x. Why.')).toBe('error_x')
  expect(codeEndedIn(' The service ended the task in error_x.')).toBeUndefined()
  expect(reasonAlone('The service ended the task in error_x. Why.')).toBe('Why.')
  expect(reasonAlone('The service ended the task in error_x.')).toBe(endedIn('error_x'))
  expect(reasonAlone('X The service ended the task in a. b')).toContain('X The')
})

test('a zone is named once in a look, and colours are six digits', () => {
  const zone = { zone: 'contour', pigment: 'a0b1c2', opacity: 0.5 }
  const takes = (...zones: object[]) => LOOK_SCHEMA.safeParse({ ...LOOK, zones }).success
  expect(takes(zone)).toBe(true)
  expect(takes(zone, zone)).toBe(false)
  expect(takes()).toBe(false)
  for (const pigment of ['a0b1c', 'a0b1c23', 'A0b1c2', 'xa0b1c2', '#a0b1c2']) {
    expect(takes({ ...zone, pigment })).toBe(false)
  }
  const opacities = [-0.01, 0, 1, 1.01].map((opacity) => takes({ ...zone, opacity }))
  expect(opacities).toEqual([false, true, true, false])
})
