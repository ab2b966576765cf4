import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import project from '../../package.json' with { type: 'json' }

/** The CDK app runs under the CDK's own command, which is a tool of those who deploy. */
const DEPLOYING = new Set(['bin/app.ts'])

const ROOMS = 'bin,catalog,engine,functions,lib,local,metadata,pack,samples,web'

const IMPORTED =
  /^(?:import|export) (?!type\b)[^']*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

test('what runs without the tools of tests imports none of them', () => {
  const tools = Object.keys(project.devDependencies)
  const files = globSync(`{${ROOMS}}/**/*.{ts,tsx}`, { cwd: PROJECT_ROOT })
  const imports = files
    .filter((file) => !DEPLOYING.has(file))
    .flatMap((file) =>
      [...readFileSync(join(PROJECT_ROOT, file), 'utf8').matchAll(IMPORTED)].map(
        (match) => [file, packageName(match[1] ?? match[2] ?? '')] as const,
      ),
    )
  expect(imports.filter(([, name]) => name === 'zod').length).toBeGreaterThan(50)
  expect(imports.filter(([, name]) => tools.includes(name))).toEqual([])
})
