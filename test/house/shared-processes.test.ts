import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { TOGETHER } from '../setup/projects.ts'

test('files that share a process take the networks of warm-vision.ts, and open none of their own', () => {
  const files = globSync(TOGETHER, { cwd: PROJECT_ROOT })
  expect(files.length).toBeGreaterThan(150)
  const opening = files.filter((file) =>
    /\bopen(?:Vision|Engine)\(/.test(readFileSync(join(PROJECT_ROOT, file), 'utf8')),
  )
  expect(opening).toEqual([])
})
