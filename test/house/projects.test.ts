import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { ALONE, LONG } from '../setup/projects.ts'
import { sampledFiles, textWithSuites } from '../setup/sampled-files.ts'

function found(pattern: string): string[] {
  return globSync(pattern, { cwd: PROJECT_ROOT })
}

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`, so that each alternative is looked up by itself. */
function alternatives(pattern: string): string[] {
  const [, before, choices, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined
    ? [pattern]
    : choices.split(',').flatMap((choice) => alternatives(`${before}${choice}${after}`))
}

test.each(Object.keys(ALONE).flatMap(alternatives))('%s is there', (pattern) => {
  expect(found(pattern)).not.toEqual([])
})

test('files that try a sample of their cases are run whole by test:long', () => {
  const asking = found('test/**/*.test.ts').filter((file) =>
    /\b(?:sampled|fewOrAll|isEveryCaseTried)\(/.test(textWithSuites(file)),
  )
  expect(asking.length).toBeGreaterThan(5)
  expect(sampledFiles()).toEqual(asking.sort())
})

test('files that share a process take warm-vision.ts and warm-engine.ts, and open no networks of their own', () => {
  const others = new Set([LONG, ...Object.keys(ALONE)].flatMap(found))
  const shared = found('test/**/*.test.ts').filter((file) => !others.has(file))
  expect(shared.length).toBeGreaterThan(400)
  const opening = shared.filter((file) =>
    /\bopen(?:Vision|Engine|NodeRuntime)\(/.test(readFileSync(join(PROJECT_ROOT, file), 'utf8')),
  )
  expect(opening).toEqual([])
})

test('a file that replaces clients of the AWS SDK gives them back', () => {
  const replacing = found('test/**/*.ts').filter((file) => {
    const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
    return text.includes("from 'aws-sdk-client-mock'") && !text.includes('.restore()')
  })
  expect(replacing).toEqual([])
})
