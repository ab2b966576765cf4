import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PAGE_CORS } from '../../catalog/console/page-cors.ts'
import {
  MAX_PLANNED,
  MAX_UPLOADS,
  PART_BYTES,
  partBytes,
  partCount,
} from '../../catalog/console/upload-limits.ts'
import { MAX_RATE, PICTURE_BYTES, VIDEO_BYTES } from '../../catalog/files/media-limits.ts'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import { BEDROCK_PRICES, BEDROCK_VIDEO_PRICES } from '../../catalog/generator/bedrock-prices.ts'
import {
  DRESS_PARTS,
  DRESS_PRESETS,
  DRESS_TABLE,
  presetOf,
} from '../../catalog/generator/dress-table.ts'
import { explainIssue } from '../../catalog/issues/explain-issue.ts'
import { suggestName } from '../../catalog/issues/suggest-name.ts'
import { DECODING_BYTES, DECODING_SLOTS, SLOT_COUNT } from '../../catalog/limits/decoding-slots.ts'
import { throttleOf } from '../../catalog/limits/throttles.ts'
import { WAIT_SECONDS, WORK_SECONDS } from '../../catalog/tasks/task-times.ts'
import { HAIR_TRANSFER_TEMPLATES } from '../../catalog/templates/hair-transfer.ts'

test('a page of the console may read and write a bucket for fifty minutes between questions', () => {
  expect(PAGE_CORS).toEqual({
    AllowedMethods: ['PUT', 'GET', 'HEAD'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 50 * 60,
  })
})

/** S3 User Guide, "Amazon S3 multipart upload limits": 10,000 parts. */
test('a file goes up in parts of whole mebibytes, of which there are 10,000 at most', () => {
  const mebibyte = 2 ** 20
  expect([PART_BYTES, MAX_PLANNED, MAX_UPLOADS]).toEqual([8 * mebibyte, 10_000, 100])
  const eighty = 8 * mebibyte * 10_000
  expect([partBytes(0), partBytes(eighty), partBytes(eighty + 1)]).toEqual([
    8 * mebibyte,
    8 * mebibyte,
    9 * mebibyte,
  ])
  expect([0, 1, 8 * mebibyte, 8 * mebibyte + 1, eighty].map(partCount)).toEqual([
    1, 1, 1, 2, 10_000,
  ])
  for (const size of [eighty + 1, 5e12]) expect(partCount(size)).toBeLessThanOrEqual(10_000)
})

/** The pages of the models, November 2026: dollars, size, and whether results may be sold. */
test.each([
  ['fal:fal-ai/fashn/tryon/v1.6', 0.075, [864, 1_296], true],
  ['fal:fal-ai/kling/v1-5/kolors-virtual-try-on', 0.07, undefined, true],
  ['fal:fal-ai/leffa/virtual-tryon', 0.1, [768, 1_024], true],
  ['fal:fal-ai/cat-vton', 0.2, [768, 1_024], false],
  ['replicate:cuuupid/idm-vton', 0.1, [768, 1_024], false],
])('the preset of %s', (name, dollars, size, commercial) => {
  const preset = presetOf(name)!
  const { size: found, part } = preset.table
  // A model that is told what a garment covers has a word for everything that one may cover.
  if (part) expect(DRESS_PARTS.filter((one) => part[one] === undefined)).toEqual([])
  expect(preset.commercial).toBe(commercial)
  expect(preset.table.dollars).toBe(dollars)
  expect(found && [found.width, found.height]).toEqual(size)
  expect(z.safeParse(DRESS_TABLE, preset.table).success).toBe(true)
  expect(presetOf(`${name}@${'0'.repeat(64)}`)).toBe(preset)
})

test('there are no other presets, and Bedrock’s prices are those of its list', () => {
  expect(Object.keys(DRESS_PRESETS)).toHaveLength(5)
  expect([presetOf('constructor'), presetOf('fal:other')]).toEqual([undefined, undefined])
  expect(BEDROCK_PRICES).toEqual({ fill: 0.07, extend: 0.06, structure: 0.07, style: 0.08 })
  expect(BEDROCK_VIDEO_PRICES).toEqual({ 540: 0.75, 720: 1.5 })
})

test('hairstyles that are a colour do not keep a person’s own', () => {
  const coloured = HAIR_TRANSFER_TEMPLATES.filter((template) => !template.keep_users_color)
  expect(coloured.map(({ id }) => id)).toEqual([
    'female_copper_layers',
    'female_platinum',
    'female_pastel_pink',
    'male_silver',
  ])
})

test('sixteen zeros alone are zeros, and nothing else is', () => {
  const after = (zeros: number, text: string) =>
    sniffFormat(Buffer.concat([Buffer.alloc(zeros), Buffer.from(text)]))
  const found = [after(15, ''), after(16, ''), after(16, 'x'), after(300, 'end')]
  expect(found).toEqual([undefined, 'zeros', undefined, undefined])
})

test('up to thirty accepted values are listed, and a name that is like one is suggested', () => {
  const explained = (count: number, given: string) => {
    const values = Array.from({ length: count }, (_, at) => `value-${at}`)
    const { error } = z.safeParse(z.object({ a: z.enum(values) }), { a: given })
    return explainIssue(error!.issues[0]!, { a: given })
  }
  expect(explained(30, '–––––––––––––')).toMatch(/ Accepted: value-0, .*, value-29\.$/)
  expect(explained(31, '–––––––––––––')).not.toContain('Accepted')
  expect(explained(31, 'value_7')).toContain(' Did you mean value-7?')
})

test.each([
  ['slin', ['slim'], ' Did you mean slim?'],
  ['SLIM', ['slim'], ' Did you mean slim?'],
  ['sl', ['slim'], ' Did you mean slim?'],
  ['s', ['slim'], ''],
  ['abcdefxyz', ['abcdef'], ' Did you mean abcdef?'],
  ['abcdwxyz', ['abcd'], ''],
  ['slim', [], ''],
])('for %s of %j: "%s"', (given, known, suggested) => {
  expect(suggestName(given, known)).toBe(suggested)
})

test.each([
  [{ a: z.string().check(z.maxLength(1)) }, 'ab', ' At most 1 character is allowed.'],
  [{ a: z.string().check(z.minLength(3)) }, 'ab', ' At least 3 characters is required.'],
  [
    { a: z.array(z.string()).check(z.maxLength(2)) },
    ['a', 'b', 'c'],
    ' At most 2 items is allowed.',
  ],
  [{ a: z.number().check(z.lte(5)) }, 6, ' At most 5 is allowed.'],
  [{ a: z.number().check(z.gte(1)) }, 0, ' At least 1 is required.'],
])('%# says what is allowed', (shape, given, says) => {
  const { error } = z.safeParse(z.object(shape), { a: given })
  expect(explainIssue(error!.issues[0]!, { a: given })).toContain(says)
})

test('limits and times are those of the service’s specification', () => {
  expect([PICTURE_BYTES, VIDEO_BYTES, MAX_RATE]).toEqual([10_000_000, 100_000_001, 30])
  expect([WORK_SECONDS, WAIT_SECONDS, SLOT_COUNT]).toEqual([3_600, 86_400, 16])
  expect(DECODING_SLOTS).not.toBe(DECODING_BYTES)
})

test.each([
  'ExecutionLimitExceeded',
  'Lambda.TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'SlowDown',
  'ThrottlingException',
  'TooManyRequestsException',
])('%s says that too much is asked at once', (name) => {
  expect(throttleOf(Object.assign(new Error(''), { name }))).toBe(name)
  expect([throttleOf(new Error(name)), throttleOf(name), throttleOf(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
