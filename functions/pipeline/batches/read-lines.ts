/** A line and its number, counted from 1. A line that is too long has no text. */
export type Line = { line: number; text?: string }

/** Characters; a key of 1,024 bytes, escaped in JSON, takes less than half of it. */
const MAX_LINE_LENGTH = 16_384

/**
 * Reads lines of UTF-8 text as a stream, without their ends (LF or CRLF) and without a byte order mark. At most one
 * line is in memory. Lines of more than `most` characters come without their text.
 */
export const readLines = async function* (
  bytes: AsyncIterable<Uint8Array>,
  most = MAX_LINE_LENGTH,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  let line = 0
  let rest = ''
  let over = false
  const ended = (text: string): Line => {
    line += 1
    const tooLong = over || text.length > most
    over = false
    return tooLong ? { line } : { line, text: text.replace(/\r$/, '') }
  }
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield ended(text)
    if (rest.length > most) {
      over = true
      rest = ''
    }
  }
  rest += decoder.decode()
  if (rest !== '' || over) yield ended(rest)
}
