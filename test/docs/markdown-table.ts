/** A table of Markdown; what would end a cell is escaped. */
export const markdownTable = (head: readonly string[], rows: readonly string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

/** Text as code. */
export const code = (text: string): string => `\`${text}\``
