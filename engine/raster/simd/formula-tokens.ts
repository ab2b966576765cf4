const TOKEN = /\s*([A-Za-z_]\w*|\d+(?:\.\d+)?|<=|>=|[-+*/()<>?:,=])/y

/** The lines of a formula, trimmed, without empty lines. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/**
 * Splits a line into names, numbers and operators.
 * @throws when the line contains anything else
 */
export function tokensOf(line: string): string[] {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < line.length) {
    const from = TOKEN.lastIndex
    const token = TOKEN.exec(line)?.[1]
    if (!token) throw new Error(`Cannot be read: ${line.slice(from).trim()}`)
    tokens.push(token)
  }
  return tokens
}

/**
 * Removes the next token.
 * @throws when it is not the wanted one
 */
export function expectToken(tokens: string[], wanted: string): void {
  if (tokens.shift() !== wanted) throw new Error(`${wanted} was expected.`)
}
