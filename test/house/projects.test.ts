import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LONGEST, RUNS, TOGETHER } from '../setup/projects.ts'

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`, so that each alternative is looked up by itself. */
function alternatives(pattern: string): string[] {
  const [, before, choices, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined
    ? [pattern]
    : choices.split(',').flatMap((choice) => alternatives(`${before}${choice}${after}`))
}

test.each([...LONGEST, ...RUNS, ...TOGETHER].flatMap(alternatives))('%s is there', (pattern) => {
  expect(globSync(pattern)).not.toEqual([])
})

test('no file belongs to two projects', () => {
  const together = new Set(globSync(TOGETHER))
  expect(globSync(RUNS).filter((file) => together.has(file))).toEqual([])
})
