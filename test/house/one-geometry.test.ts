import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

const read = (file: string): string => readFileSync(join(PROJECT_ROOT, file), 'utf8')

const DECLARATION = /^(?:export )?(?:function|type|const) (\w+)(?=\(|<| =)/gm

/** What engine/geometry exports, and the words by which others would call it. */
const OWNED = new Set([
  ...globSync('engine/geometry/*.ts', { cwd: PROJECT_ROOT }).flatMap((file) =>
    [...read(file).matchAll(/^export (?:function|type|const) (\w+)/gm)].map(([, name]) => name!),
  ),
  ...['median', 'quantile', 'percentile', 'polylineLength'],
])

test('what engine/geometry has is declared nowhere else', () => {
  expect(OWNED).toContain('distance')
  const rooms = globSync('{engine,web}/**/*.ts', {
    cwd: PROJECT_ROOT,
  })
  const again = rooms
    .filter((file) => !file.startsWith('engine/geometry/'))
    .flatMap((file) =>
      [...read(file).matchAll(DECLARATION)]
        .filter(([, name]) => OWNED.has(name!))
        .map(([, name]) => `${file}: ${name}`),
    )
  expect(again).toEqual([])
})
