/** A table of Markdown; what would end a cell is escaped. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

/** Text as code. */
export function code(text: string): string {
  return `\`${text}\``
}
