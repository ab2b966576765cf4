import type { Line } from '../batches/read-lines.ts'
import { ManifestInvalid } from './manifest-invalid.ts'

/** One record of a manifest and its first line, counted from 1. Where it cannot be read, `record` says why. */
export type ParsedLine = { line: number; record: Record<string, unknown> | string }

/** Characters of a record, whose quoted fields may span several lines. */
const MAX_RECORD_LENGTH = 16_384

/**
 * Reads the records of a CSV text (RFC 4180) whose first line is a header. An empty field counts as absent. Throws
 * `ManifestInvalid` for a header without a column `key`.
 */
export const readCsv = async function* (lines: AsyncIterable<Line>): AsyncGenerator<ParsedLine> {
  let header: string[] | undefined
  let open: { line: number; text: string } | undefined
  for await (const { line, text } of lines) {
    const begun = open?.line ?? line
    const whole = open && text !== undefined ? `${open.text}\n${text}` : text
    open = undefined
    if (whole === '') continue
    const fields =
      whole === undefined || whole.length > MAX_RECORD_LENGTH ? undefined : split(whole)
    if (fields === 'open') open = { line: begun, text: whole ?? '' }
    else if (header && begun < line && !fields) yield { line: begun, record: unclosed(begun, line) }
    else if (header) yield { line: begun, record: recordOf(header, fields) }
    else header = headerOf(fields)
  }
  if (open) yield { line: open.line, record: unclosed(open.line) }
}

function unclosed(first: number, last?: number): string {
  return `A quoted field has no end; it takes lines ${first} to ${last ?? 'the last'} with it.`
}

function headerOf(fields: string[] | undefined): string[] {
  const names = fields?.map((name) => name.trim().toLowerCase()) ?? []
  if (!names.includes('key')) throw new ManifestInvalid('The header of a CSV manifest names a key.')
  return names
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

/** The fields of a record; `open` while a quoted field is not closed, undefined for a quote in a wrong place. */
function split(text: string): string[] | 'open' | undefined {
  const field = /"([^"]*(?:""[^"]*)*)"(?!")|([^",]*)/y
  const fields: string[] = []
  for (let at = 0; ; at += 1) {
    field.lastIndex = at
    const [match = '', quoted, plain = ''] = field.exec(text) ?? []
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += match.length
    if (at >= text.length) return fields
    if (text[at] === ',') continue
    return match === '' && text[at] === '"' ? 'open' : undefined
  }
}
