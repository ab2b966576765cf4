import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/**
 * Test files of which `npm test` tries a sample and `npm run test:long` all: those that import `sampled.ts`, or whose
 * suites do.
 */
export function sampledFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: PROJECT_ROOT })
    .filter((file) => /^import .*\/setup\/sampled\.ts'$/m.test(textWithSuites(file)))
    .sort()
}

/** The text of a test file, and of the suites beside it that it runs. */
export function textWithSuites(file: string): string {
  const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  const suites = [...text.matchAll(/^import '\.(\/suites\/[^']+)'$/gm)].map(([, path]) =>
    readFileSync(join(PROJECT_ROOT, dirname(file), String(path)), 'utf8'),
  )
  return [text, ...suites].join('\n')
}
