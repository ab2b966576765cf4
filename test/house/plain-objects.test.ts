import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** A literal that is spread into another: its properties could stand there themselves. Attributes of JSX are none. */
const SPREAD_LITERAL = /(^\s*|[{,] )\.\.\.\{/

test('objects are written plainly, not packed on fewer lines by a spread', () => {
  const files = String(execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: PROJECT_ROOT }))
  const packed = files
    .trim()
    .split('\n')
    .flatMap((file) => {
      const lines = readFileSync(join(PROJECT_ROOT, file), 'utf8').split('\n')
      return lines.flatMap((line, at) => {
        const isNeeded = lines[at - 1]?.includes('hence the spread') === true
        return SPREAD_LITERAL.test(line) && !isNeeded ? [`${file}:${at + 1}`] : []
      })
    })
  expect(packed).toEqual([])
})
