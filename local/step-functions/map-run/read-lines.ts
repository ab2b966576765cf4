/** The longest line in bytes: an item must fit into the input of an execution. */
const maxLineBytes = 262_144

/**
 * The lines of a UTF-8 text without their ends (LF or CRLF). Throws RangeError for a line longer than the payload
 * quota.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineBytes)
      throw new RangeError(`a line has more than ${maxLineBytes} bytes`)
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  rest += decoder.decode()
  if (rest !== '') yield rest.replace(/\r$/, '')
}
