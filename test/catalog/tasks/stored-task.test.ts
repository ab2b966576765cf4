import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Feature } from '../../../catalog/features/feature.ts'
import { findFeature } from '../../../catalog/features/features.ts'
import { fitzpatrickScaleAnalyzer } from '../../../catalog/features/fitzpatrick-scale-analyzer.ts'
import { validateTask } from '../../../catalog/tasks/validate-task.ts'

const reshape = findFeature('body-reshape')!

/** A feature whose one parameter is a text of any length, or a template’s id. */
const FREE: Feature = {
  ...reshape,
  parameters: z.object({ text: z.optional(z.string()), template_id: z.optional(z.string()) }),
  templates: [{ id: 'one' }] as never,
  normalize: undefined as never,
}
const BODY = { src_file_url: 'https://example.com/a' }

function bytesOf(text: string): number {
  const task = validateTask(FREE, 'effect', { ...BODY, text })
  return Buffer.byteLength(JSON.stringify(task))
}

test('a task’s files and parameters have 250,000 bytes at most, in UTF-8', () => {
  const room = 250_000 - bytesOf('')
  expect(bytesOf('x'.repeat(room))).toBe(250_000)
  expect(bytesOf('ä'.repeat(Math.floor(room / 2)))).toBeLessThanOrEqual(250_000)
  for (const text of ['x'.repeat(room + 1), 'ä'.repeat(Math.floor(room / 2) + 1)]) {
    expect(() => bytesOf(text)).toThrow(
      'The files and parameters of a task have more than 250000 bytes.',
    )
  }
})

test('a template must be one of the feature’s', () => {
  const parametersOf = (template_id?: string) =>
    validateTask(FREE, 'effect', { ...BODY, template_id }).parameters
  expect(parametersOf('one')).toEqual({ template_id: 'one' })
  expect(parametersOf()).toEqual({})
  expect(() => parametersOf('two')).toThrow(expect.objectContaining({ code: 'InvalidTemplate' }))
})

test('numbers that the database would store as zero are zero, and must fit as that', () => {
  const with_ = (features: object) =>
    validateTask(reshape, 'effect', { ...reshape.example, features }).parameters['features']
  expect(with_({ slim: 1e-200, leg: 5 })).toEqual({ slim: 0, leg: 5 })
  expect(() => with_({ slim: 1e-200 })).toThrow(/^features/)
})

test('a detection takes the source alone', () => {
  expect(validateTask(FREE, 'pre-process', { ...BODY, text: 'x', template_id: 'two' })).toEqual({
    files: { src: { url: 'https://example.com/a' } },
    parameters: {},
  })
})

test('skin is of six types', () => {
  const read = (type: string) => {
    const { fitzpatrick_scale } = fitzpatrickScaleAnalyzer.results.def.shape
    return fitzpatrick_scale.safeParse(type).success
  }
  expect(['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', ''].map(read)).toEqual([
    ...Array(6).fill(true),
    false,
    false,
  ])
  const { src } = fitzpatrickScaleAnalyzer.files
  expect([src.formats, src.maxLongSide, src.minShortSide]).toEqual([['jpeg'], 4096, 320])
})
