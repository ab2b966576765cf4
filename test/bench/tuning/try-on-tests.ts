import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { copyProject } from '../../mutants/copy-project.ts'
import { openTrials } from '../../mutants/open-trials.ts'
import { testsOf } from '../../mutants/related-tests.ts'
import type { Moved } from './silent-numbers.ts'
import { COARSE, movedNumber, type TunedNumber } from './tuned-numbers.ts'

/** Seconds after which a test file of a moved number is ended: it tells nothing. */
const BOUND = 120

/** How many test files try a number, the closest to its file. */
const TESTS = 16

/**
 * Prints which test notices each number that becomes larger, and smaller: by the share, or else doubled or halved.
 * Tried are tests of the file's room, of an effect's file those of all effects.
 */
export async function tryOnTests({ file, by, numbers }: Moved): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-tuning-'))
  copyProject(folder)
  const trials = openTrials(folder, BOUND)
  const room = file.startsWith('engine/effects/') ? 'engine/effects' : dirname(file)
  const related = testsOf(room)(file, TESTS)
  const noticing = async ({ value, start, end }: TunedNumber, steps: readonly number[]) => {
    for (const to of steps.map((step) => movedNumber(value, step))) {
      const mutant = { start, end, text: String(to), file, line: 0, before: '' }
      const { kind, by: test } = await trials.attempt(mutant, related)
      if (kind === 'died') return `${to} by ${test}`
      if (kind === 'busy') return `${to}: ${test} does not end in ${BOUND} s`
    }
    return 'nothing'
  }
  for (const number of numbers) {
    const more = await noticing(number, [by, COARSE.more])
    const less = await noticing(number, [-by, COARSE.less])
    console.log(`${number.name} ${number.value}: noticed is ${more}; ${less}`)
  }
  await trials.close()
  rmSync(folder, { recursive: true, force: true })
}
