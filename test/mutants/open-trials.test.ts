import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Mutant } from './find-mutants.ts'
import { openTrials } from './open-trials.ts'

/** A trial process that plants what it is asked, and ends the trial unless it is told to hang. */
const SCRIPT = `
import { writeFileSync } from 'node:fs'
process.on('disconnect', () => process.exit())
process.on('message', ({ mutant, tests: [by] }) => {
  writeFileSync(mutant.file, mutant.text)
  process.send({ begins: by })
  if (by === 'hangs') return
  writeFileSync(mutant.file, 'source')
  process.send({ end: { kind: 'died', by: String(process.pid) }, spent: by === 'breaks' })
})
`

function opened(bound: number) {
  const folder = mkdtempSync(join(tmpdir(), 'trials-'))
  mkdirSync(join(folder, 'test/mutants/trial'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'test/mutants/trial/run.ts'), SCRIPT)
  writeFileSync(join(folder, 'a.ts'), 'source')
  const trials = openTrials(folder, bound)
  onTestFinished(async () => {
    await trials.close()
    rmSync(folder, { recursive: true })
  })
  const mutant: Mutant = { file: 'a.ts', line: 1, before: '', start: 0, end: 0, text: 'changed' }
  return {
    attempt: (test: string) => trials.attempt(mutant, [test]),
    source: () => readFileSync(join(folder, 'a.ts'), 'utf8'),
  }
}

test('a trial that does not end leaves no change for the next one', async () => {
  const { attempt, source } = opened(5)
  expect(await attempt('hangs')).toEqual({ kind: 'busy', by: 'hangs' })
  expect(source()).toBe('source')
  expect(await attempt('ends')).toMatchObject({ kind: 'died' })
})

test('a process goes on with further trials unless one has broken it', async () => {
  const { attempt } = opened(30)
  const first = await attempt('ends')
  expect(await attempt('breaks')).toEqual(first)
  expect((await attempt('ends')).by).not.toBe(first.by)
})
