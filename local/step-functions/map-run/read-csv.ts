import type { Json } from '../json.ts'

/** The fields of one record; null when a quoted field is not closed at the end of the text (RFC 4180). */
function parseRecord(text: string): string[] | null {
  const fields: string[] = []
  let at = 0
  for (;;) {
    if (text[at] === '"') {
      let field = ''
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') {
        field += text.slice(at + 1, end + 1)
        at = end + 1
        end = text.indexOf('"', at + 1)
      }
      if (end === -1) return null
      fields.push(field + text.slice(at + 1, end))
      at = end + 1
    } else {
      const end = text.indexOf(',', at)
      fields.push(text.slice(at, end === -1 ? undefined : end))
      at = end === -1 ? text.length : end
    }
    if (text[at] !== ',') return fields
    at += 1
  }
}

/**
 * The records of a CSV file with its header in the first row. Every value is a string; a missing one is empty. Throws
 * SyntaxError for a quoted field that is never closed.
 */
export async function* readCsv(lines: AsyncIterable<string>): AsyncGenerator<Json> {
  let header: string[] | null = null
  let open = ''
  for await (const line of lines) {
    const text = open === '' ? line : `${open}\n${line}`
    const fields = parseRecord(text)
    open = fields === null ? text : ''
    if (fields === null || text === '') continue
    if (header === null) header = fields.map((name) => name.replace(/^\ufeff/, ''))
    else yield Object.fromEntries(header.map((name, i) => [name, fields[i] ?? '']))
  }
  if (open !== '') throw new SyntaxError('a quoted field has no end')
}
