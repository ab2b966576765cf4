/** A line and its number, counted from 1. A line that is too long has no text. */
export type Line = { line: number; text?: string }

/** Characters; a key of 1,024 bytes, escaped in JSON, takes less than half of it. */
const MAX_LINE_LENGTH = 16_384

/**
 * Reads lines of text as a stream, without their ends (LF or CRLF) and without a byte order mark: UTF-8, or UTF-16 as
 * Excel writes it. At most one line is in memory. Lines of more than `most` characters come without their text.
 */
export const readLines = async function* (
  bytes: AsyncIterable<Uint8Array>,
  most = MAX_LINE_LENGTH,
): AsyncGenerator<Line> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let line = 0
  let rest = ''
  let over = false
  const ended = (text: string): Line => {
    line += 1
    const tooLong = over || text.length > most
    over = false
    return tooLong ? { line } : { line, text: text.replace(/\r$/, '') }
  }
  for await (const chunk of withStart(bytes)) {
    decoder ??= new TextDecoder(encodingOf(chunk))
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield ended(text)
    if (rest.length > most) {
      over = true
      rest = ''
    }
  }
  rest += decoder?.decode() ?? ''
  if (rest !== '' || over) yield ended(rest)
}

/** The same bytes; the first part has two at least, as far as there are so many. */
const withStart = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of bytes) {
    if (!start) {
      yield chunk
      continue
    }
    start = start.length > 0 ? Buffer.concat([start, chunk]) : chunk
    if (start.length < 2) continue
    yield start
    start = undefined
  }
  if (start?.length) yield start
}

/**
 * The encoding by the first bytes: a byte order mark, or the zero that every character of ASCII has in UTF-16, in its
 * first or in its second byte.
 */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  return 'utf-8'
}
