import * as z from 'zod/mini'
import { SOURCE_PREFIXES } from '../../../../catalog/recipe/shape/key-prefixes.ts'
import { RECIPE_NAME } from '../../../../catalog/recipe/shape/recipe-name.ts'
import type { BatchItem } from '../ports/batch.ts'
import { isObjectKey } from '../ports/objects.ts'
import { manifestEnding } from './manifest-ending.ts'
import { ManifestInvalid } from './manifest-invalid.ts'
import { type ParsedLine, readCsv } from './read-csv.ts'
import type { Line } from './read-lines.ts'

export type ManifestRules = {
  /** The manifest's key. Its extension decides the format. */
  key: string
  /** The recipe of a line that names none. */
  recipe: string
  /** The only bucket whose objects a batch may work on. */
  bucket: string
}

const text = z.string().check(
  z.minLength(1),
  z.maxLength(1024),
  // Half a surrogate pair, as an escape of JSON can express it, has no UTF-8 form.
  z.refine((text) => text.isWellFormed(), { error: 'It is no well-formed Unicode.' }),
)
const shape = z.object({
  bucket: z.optional(text),
  key: text,
  version: z.optional(text),
  recipe: z.optional(z.string().check(z.regex(RECIPE_NAME))),
})

/**
 * The items of a manifest: CSV with a header, or JSON Lines, with the fields bucket, key, version and recipe. Other
 * fields are ignored. A line that cannot be used becomes an item with a failure, so that no line is lost. Throws
 * `ManifestInvalid` for any other format and for a CSV header without a key.
 */
export const manifestItems = async function* (
  lines: AsyncIterable<Line>,
  rules: ManifestRules,
): AsyncGenerator<BatchItem> {
  const ending = manifestEnding(rules.key)
  if (!ending) throw new ManifestInvalid('The key of a manifest ends in .csv, .jsonl or .ndjson.')
  const records = ending === 'csv' ? readCsv(lines) : readJsonLines(lines)
  for await (const { line, record } of records) {
    const problem = typeof record === 'string' ? record : problemOf(record, rules)
    if (problem) yield { line, failure: { code: 'LineInvalid', message: problem } }
    else {
      const { key, version, recipe = rules.recipe } = shape.parse(record)
      yield { line, key, ...(version && { version }), recipe }
    }
  }
}

const readJsonLines = async function* (lines: AsyncIterable<Line>): AsyncGenerator<ParsedLine> {
  for await (const { line, text } of lines) {
    if (text === undefined) yield { line, record: 'The line is too long.' }
    else if (text.trim() !== '') yield { line, record: parseJsonLine(text) }
  }
}

function parseJsonLine(text: string): ParsedLine['record'] {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
    return 'The line is no JSON object.'
  } catch {
    return 'The line is not JSON.'
  }
}

function problemOf(record: object, rules: ManifestRules): string | undefined {
  const read = shape.safeParse(record)
  if (!read.success) {
    const [issue] = read.error.issues
    return `${issue?.path.join('.') || 'line'}: ${issue?.message}`
  }
  const { bucket, key } = read.data
  if (key.includes('\ufffd')) {
    return 'key: it holds bytes that are not UTF-8; save the manifest as UTF-8 or UTF-16.'
  }
  if (!isObjectKey(key)) return 'key: S3 keys have 1,024 bytes at most.'
  if (bucket !== undefined && bucket !== rules.bucket) {
    return 'bucket: a batch works objects of the bucket its manifest lies in.'
  }
  if (!SOURCE_PREFIXES.some((prefix) => key.startsWith(prefix))) {
    return `key: a batch works objects below ${SOURCE_PREFIXES.join(' and ')}.`
  }
  return undefined
}
