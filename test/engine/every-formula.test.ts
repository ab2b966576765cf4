import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { FormulaDeclaration } from '../../engine/raster/formula.ts'
import { compileFormula } from '../../engine/raster/simd/compile-formula.ts'

type Declared = { names: FormulaDeclaration<string, string>; text: string }

const declared = vi.hoisted(() => [] as Declared[])
vi.mock('../../engine/raster/formula.ts', () => ({
  formula: (names: Declared['names'], text: string) => {
    declared.push({ names, text })
    return () => {}
  },
}))

const ENGINE = join(import.meta.dirname, '../../engine')

/** How many formulas each file of the engine declares. */
const counts = new Map(
  readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(join(ENGINE, file), 'utf8').split('= formula(').length - 1]),
)
const files = [...counts.keys()].filter((file) => counts.get(file)! > 0)

test('every formula compiles and uses every name that it declares', async () => {
  for (const file of files) await import(join(ENGINE, file))
  expect(declared.length).toBe([...counts.values()].reduce((sum, count) => sum + count))
  for (const { names, text } of declared) {
    expect(() => compileFormula(text, names.planes, names.scalars ?? []), text).not.toThrow()
  }
})
