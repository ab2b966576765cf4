import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { copyProject } from '../../mutants/copy-project.ts'
import { openTrials } from '../../mutants/open-trials.ts'
import { testsOf } from '../../mutants/related-tests.ts'
import type { Moved } from './silent-numbers.ts'
import { movedNumber } from './tuned-numbers.ts'

/** Seconds after which a test file of a moved number is ended: it tells nothing. */
const BOUND = 120

/** Prints which moved numbers a test notices: those of the file's room, of an effect those of all effects. */
export async function tryOnTests({ file, by, numbers }: Moved): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-tuning-'))
  copyProject(folder)
  const trials = openTrials(folder, BOUND)
  const room = file.startsWith('engine/effects/') ? 'engine/effects' : dirname(file)
  const related = testsOf(room)(file)
  for (const { name, value, start, end } of numbers) {
    let words = 'no test notices'
    for (const way of [by, -by]) {
      const to = movedNumber(value, way)
      const mutant = { start, end, text: String(to), file, line: 0, before: '' }
      const { kind, by: test } = await trials.attempt(mutant, related)
      if (kind === 'survived') continue
      words = kind === 'died' ? `${test} notices ${to}` : `${test} did not end in ${BOUND} s`
      if (kind === 'died') break
    }
    console.log(`${name} ${value}: ${words}`)
  }
  await trials.close()
  rmSync(folder, { recursive: true, force: true })
}
