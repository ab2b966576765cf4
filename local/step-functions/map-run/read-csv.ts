import type { Json } from '../json.ts'

/** Characters of a record, whose quoted fields may span several lines: an item fits into an execution's input. */
const maxRecordLength = 262_144

/** A record as far as it was read. `quoted` holds the parts of a field whose closing quote is still to come. */
type OpenRecord = { length: number; fields: string[]; quoted: string[] | null }

/**
 * Reads a further line into a record, from where the one before ended, so that each character is looked at once
 * however many lines a quoted field has (RFC 4180). False while a quoted field is open.
 */
function continueRecord(record: OpenRecord, line: string): boolean {
  record.length += line.length + 1
  if (record.length > maxRecordLength) throw new SyntaxError('a quoted field has no end')
  for (let at = 0; ; at += 1) {
    const begins = record.quoted === null && line[at] === '"'
    if (begins) record.quoted = []
    const end = record.quoted
      ? readQuoted(record, record.quoted, line, begins ? at + 1 : at)
      : readPlain(record, line, at)
    if (end === -1) return false
    if (line[end] !== ',') return true
    at = end
  }
}

function readPlain({ fields }: OpenRecord, line: string, at: number): number {
  const comma = line.indexOf(',', at)
  const end = comma === -1 ? line.length : comma
  fields.push(line.slice(at, end))
  return end
}

/** Where a quoted field ends, behind its closing quote; -1 when it goes on in the next line. */
function readQuoted(record: OpenRecord, parts: string[], line: string, at: number): number {
  for (let from = at; ; ) {
    const quote = line.indexOf('"', from)
    if (quote === -1) {
      parts.push(line.slice(from), '\n')
      return -1
    }
    const doubled = line[quote + 1] === '"'
    parts.push(line.slice(from, doubled ? quote + 1 : quote))
    if (!doubled) {
      record.fields.push(parts.join(''))
      record.quoted = null
      return quote + 1
    }
    from = quote + 2
  }
}

/**
 * The records of a CSV file with its header in the first row. Every value is a string; a missing one is empty. Throws
 * SyntaxError for a quoted field that is not closed within the longest record.
 */
export async function* readCsv(lines: AsyncIterable<string>): AsyncGenerator<Json> {
  let header: string[] | null = null
  let open: OpenRecord | null = null
  for await (const line of lines) {
    if (open === null && line === '') continue
    const record: OpenRecord = open ?? { length: 0, fields: [], quoted: null }
    open = continueRecord(record, line) ? null : record
    const { fields } = record
    if (open) continue
    if (header === null) header = fields
    else yield Object.fromEntries(header.map((name, i) => [name, fields[i] ?? '']))
  }
  if (open !== null) throw new SyntaxError('a quoted field has no end')
}
