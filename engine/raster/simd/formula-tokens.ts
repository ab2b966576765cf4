const TOKEN = /\s*([A-Za-z_]\w*|\d+(?:\.\d+)?|<=|>=|[-+*/()<>?:,=])/y

/** The lines of a formula, without empty ones. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '')
}

/** The names, numbers and signs of a line. @throws when something is none of these */
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

/** Takes the next token off. @throws when it is another one than is wanted */
export function expectToken(tokens: string[], wanted: string): void {
  if (tokens.shift() !== wanted) throw new Error(`${wanted} was expected.`)
}
