import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/** Test files of which `npm test` tries a sample and `npm run test:long` all: those that import `sampled.ts`. */
export function sampledFiles(): string[] {
  return globSync('test/**/*.test.ts', { cwd: PROJECT_ROOT })
    .filter((file) =>
      /^import .*\/setup\/sampled\.ts'$/m.test(readFileSync(join(PROJECT_ROOT, file), 'utf8')),
    )
    .sort()
}
