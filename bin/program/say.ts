import { printable } from '../../catalog/json/unprintable.ts'

/*
 * The only ways to the terminal. Keys, recipe names, metadata and what a service answers are other people's text: in a
 * terminal a control character could move the cursor, set its title or hide a line, so that every line is made
 * printable.
 */

/** Prints lines to standard output. */
export function say(...lines: string[]): void {
  console.log(lines.map(printable).join('\n'))
}

/** Prints a value as JSON, on one line with `indent` 0. It is still JSON of the same value. */
export function sayJson(value: unknown, indent = 2): void {
  say(...JSON.stringify(value, null, indent).split('\n'))
}

/** Prints lines to standard error, or to another stream. */
export function note(lines: readonly string[], to: NodeJS.WritableStream = process.stderr): void {
  to.write(`${lines.map(printable).join('\n')}\n`)
}

/** Puts a line in place of the one the cursor of a terminal stands in; without a line that one is emptied. */
export function replaceLine(line = '', to: NodeJS.WritableStream = process.stderr): void {
  to.write(`\r\x1b[K${printable(line)}`)
}

/** Puts lines in place of the last `rows` that were printed. */
export function replaceLines(
  lines: readonly string[],
  rows: number,
  to: NodeJS.WritableStream = process.stderr,
): void {
  if (rows > 0) to.write(`\x1b[${rows}A\x1b[J`)
  note(lines, to)
}
