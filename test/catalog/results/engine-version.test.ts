import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENGINE_VERSION, engineFromHeader } from '../../../catalog/results/engine-version.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'

test('the engine has the version of the package', () => {
  const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
  expect(ENGINE_VERSION).toBe(version)
  expect(engineFromHeader(ENGINE_VERSION)).toBe(ENGINE_VERSION)
})

test.each(['', null, undefined, 'a b', '<script>', 'x'.repeat(41), '1\n2'])(
  '%j is no version',
  (header) => {
    expect(engineFromHeader(header)).toBeUndefined()
  },
)
