import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

const MAX_COLUMNS = 120

/** A line the formatter cannot break: it holds a string, a template, a regular expression or an address. */
const UNBREAKABLE = /['"`]|https?:|\/.+\/[dgimsuvy]*[,).]/

test(`no line of code or comment is wider than ${MAX_COLUMNS} columns`, () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.cjs', '*.css'], {
    cwd: PROJECT_ROOT,
  })
  const wide = String(files)
    .split('\n')
    .filter((file) => file !== '')
    .flatMap((file) =>
      readFileSync(join(PROJECT_ROOT, file), 'utf8')
        .split('\n')
        .map((line, at) => ({ line, where: `${file}:${at + 1}` })),
    )
    .filter(({ line }) => line.length > MAX_COLUMNS && (isComment(line) || !UNBREAKABLE.test(line)))
    .map(({ where }) => where)
  expect(wide).toEqual([])
})

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/?\*)/.test(line) && !line.includes('https://')
}
