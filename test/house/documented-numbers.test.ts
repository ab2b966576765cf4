import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'

/**
 * The exported constants of a `tuning.ts` that nothing is said of: neither in a docblock right above, nor in that of
 * the constant right above, which then speaks of both.
 */
function undocumented(source: string): string[] {
  const names: string[] = []
  for (const part of source.split(/\n\s*\n/)) {
    const name = /^export const (\w+)/.exec(part)?.[1]
    if (name) names.push(name)
  }
  return names
}

test('every tuned number says what it decides', () => {
  const files = globSync('engine/**/tuning.ts', { cwd: PROJECT_ROOT })
  expect(files.length).toBeGreaterThan(15)
  const found = files.flatMap((file) =>
    undocumented(readFileSync(`${PROJECT_ROOT}/${file}`, 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('a constant without words is found, one below another is not', () => {
  expect(undocumented('/** A width. */\nexport const A = 1\nexport const B = 2\n')).toEqual([])
  expect(undocumented('/** A width. */\nexport const A = 1\n\nexport const B = 2\n')).toEqual(['B'])
})
