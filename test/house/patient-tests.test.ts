import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** On a machine that does much else a test takes ten times as long, and fails by nothing but that. */
const LEAST_MS = 60_000

/** Waits for something that comes, or the end of a test: not what a client or a server is given. */
const WAITS =
  /(?:\b(?:test|it)\b[^\n]*|\bpoll\([^\n]*|\bwaitFor\((?:[^()]|\([^()]*\))*\)?, )\{ timeout: ([\d_]+)/g

/** vitest's own `waitFor` ends after a second where nothing else is said. */
const UNSAID = /\bvi\.waitFor\(\(?[^\n]*\)\n/g

test('tests wait for a minute at least before they give up', () => {
  const hasty = globSync('test/**/*.ts', { cwd: PROJECT_ROOT }).flatMap((file) => {
    const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
    const short = [...text.matchAll(WAITS)].filter(
      ([, ms]) => Number(ms!.replaceAll('_', '')) < LEAST_MS,
    )
    const unsaid = [...text.matchAll(UNSAID)].filter(([line]) => !line.includes('timeout'))
    return [...short, ...unsaid].map(([line]) => `${file}: ${line.trim()}`)
  })
  expect(hasty).toEqual([])
})
