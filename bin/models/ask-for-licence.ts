import { createInterface } from 'node:readline/promises'

/** Asks at the terminal; undefined where nobody sits there, as in a script. */
export function askForLicence(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await terminal.question(question)
    } finally {
      terminal.close()
    }
  }
}
