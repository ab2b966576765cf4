import { ManifestInvalid } from './manifest-invalid.ts'
import type { Line } from './read-lines.ts'

/** One record of a manifest and its first line, counted from 1. Where it cannot be read, `record` says why. */
export type ParsedLine = { line: number; record: Record<string, unknown> | string }

/** Characters of a record, whose quoted fields may span several lines. */
const MAX_RECORD_LENGTH = 16_384

/**
 * Reads the records of a CSV text (RFC 4180) whose first line is a header. Fields are parted by commas, or by what
 * parts them in the header: semicolons, which Excel writes where commas are decimal, or tabs. An empty field counts as
 * absent. Throws `ManifestInvalid` for a header without a column `key`.
 */
export const readCsv = async function* (lines: AsyncIterable<Line>): AsyncGenerator<ParsedLine> {
  let header: string[] | undefined
  let open: OpenRecord | undefined
  let delimiter: Delimiter = ','
  for await (const { line, text } of lines) {
    if (text === '' && !open) continue
    if (!header && !open) {
      const named = /^sep=(.)$/i.exec(text ?? '')?.[1]
      // A line for Excel alone.
      if (named !== undefined) continue
      delimiter = DELIMITERS.find((one) => namesKey(text ?? '', one)) ?? ','
    }
    const record = open ?? { line, delimiter, length: -1, fields: [], quoted: undefined }
    const state = text === undefined ? 'malformed' : continueRecord(record, text)
    open = state === 'open' ? record : undefined
    if (open) continue
    const fields = state === 'ended' ? record.fields : undefined
    if (!header) header = headerOf(fields, text)
    else if (!fields && record.line < line) {
      yield { line: record.line, record: unclosed(record.line, line) }
    } else yield { line: record.line, record: recordOf(header, fields) }
  }
  if (open) yield { line: open.line, record: unclosed(open.line) }
}

function unclosed(first: number, last?: number): string {
  return `A quoted field has no end; it takes lines ${first} to ${last ?? 'the last'} with it.`
}

/** What may part fields, with what ends a field that has no quotes. */
const PLAIN_ENDS = { ',': /[",]/g, ';': /[";]/g, '\t': /["\t]/g } as const

type Delimiter = keyof typeof PLAIN_ENDS

const DELIMITERS = Object.keys(PLAIN_ENDS) as Delimiter[]

/** Whether a line is a header with a column `key` if this parts its fields. */
function namesKey(text: string, delimiter: Delimiter): boolean {
  const record = { line: 1, delimiter, length: -1, fields: [], quoted: undefined }
  return continueRecord(record, text) === 'ended' && namesOf(record.fields).includes('key')
}

function namesOf(fields: string[]): string[] {
  return fields.map((name) => name.trim().toLowerCase())
}

function headerOf(fields: string[] | undefined, text = ''): string[] {
  const names = namesOf(fields ?? [])
  if (names.includes('key')) return names
  throw new ManifestInvalid(`The header of a CSV manifest names a key. ${whyNot(text)}`.trim())
}

/** What a first line without a key most likely is. */
function whyNot(text: string): string {
  if (/[\p{Cc}\ufffd]/u.test(text.replaceAll('\t', '')))
    return 'This one is compressed, or not UTF-8 or UTF-16.'
  if (!/\.\w{1,5}"?(?:[,;\t]|$)|\//.test(text)) return ''
  return (
    'Its first line is data: lists of S3 Inventory and of S3 Batch Operations have no header, and their keys are ' +
    'URL-encoded. Write the header "bucket,key", and the keys as they are.'
  )
}

function recordOf(header: string[], fields: string[] | undefined): ParsedLine['record'] {
  if (!fields) return 'The line is too long or its quotes are not closed.'
  if (fields.length !== header.length) {
    return `The line has ${fields.length} fields, the header ${header.length}.`
  }
  return Object.fromEntries(
    header.map((name, i) => [name, fields[i]]).filter(([, field]) => field !== ''),
  )
}

/** A record as far as it was read. `quoted` holds the parts of a field whose closing quote is still to come. */
type OpenRecord = {
  line: number
  /** What parts its fields. */
  delimiter: Delimiter
  /** Characters, line breaks between lines included. */
  length: number
  fields: string[]
  quoted: string[] | undefined
}

/**
 * Reads a further line into a record, from where the one before ended, so that each character is looked at once
 * however many lines a quoted field has. Malformed is a quote in a wrong place and a record that is too long.
 */
function continueRecord(record: OpenRecord, text: string): 'open' | 'ended' | 'malformed' {
  record.length += text.length + 1
  if (record.length > MAX_RECORD_LENGTH) return 'malformed'
  for (let at = 0; ; at += 1) {
    const end = record.quoted ? readQuoted(record, text, at) : readPlain(record, text, at)
    if (end === 'open') return 'open'
    if (end === text.length) return 'ended'
    if (text[end] !== record.delimiter) return 'malformed'
    at = end
  }
}

/** Reads the field that begins at `at`, and returns where it ends. */
function readPlain(record: OpenRecord, text: string, at: number): number | 'open' {
  if (text[at] === '"') {
    record.quoted = []
    return readQuoted(record, text, at + 1)
  }
  const plainEnd = PLAIN_ENDS[record.delimiter]
  plainEnd.lastIndex = at
  const end = plainEnd.exec(text)?.index ?? text.length
  record.fields.push(text.slice(at, end))
  return end
}

/** Reads a quoted field from `at`, behind its opening quote. A quote in it is written twice. */
function readQuoted(record: OpenRecord, text: string, at: number): number | 'open' {
  const parts = record.quoted ?? []
  for (let from = at; ; ) {
    const quote = text.indexOf('"', from)
    if (quote < 0) {
      parts.push(text.slice(from), '\n')
      return 'open'
    }
    const doubled = text[quote + 1] === '"'
    parts.push(text.slice(from, doubled ? quote + 1 : quote))
    if (!doubled) {
      record.fields.push(parts.join(''))
      record.quoted = undefined
      return quote + 1
    }
    from = quote + 2
  }
}
