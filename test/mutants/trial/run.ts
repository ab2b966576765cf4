import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { plant } from '../find-mutants.ts'
import type { End, Trial } from '../open-trials.ts'

/** The process of `open-trials.ts`. Its working directory is the copy of the project. */
const root = process.cwd()

/**
 * Whether all tests of these files pass. Each time in a vitest of its own: files share processes, which keep the
 * modules of an earlier change.
 */
async function pass(files: readonly string[]): Promise<boolean> {
  const vitest = await createVitest(
    { root, watch: false, bail: 1, reporters: [{}] },
    { mode: 'mutants' },
  )
  try {
    const wanted = new Set(files.map((file) => join(root, file)))
    const all = await vitest.globTestSpecifications()
    const specifications = all.filter(({ moduleId }) => wanted.has(moduleId))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    // After the first failure the run is cancelled, and the file that failed may still count as pending, and as `ok`.
    const ended = testModules.every((module) => module.ok() && module.state() !== 'pending')
    return unhandledErrors.length === 0 && ended
  } finally {
    await vitest.close()
  }
}

async function attempt({ mutant, groups }: Trial): Promise<End> {
  const path = join(root, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, plant(source, mutant))
  try {
    for (const group of groups) {
      if (group.length > 0 && !(await pass(group))) return 'died'
    }
    return 'survived'
  } finally {
    writeFileSync(path, source)
  }
}

// Who asked is gone, perhaps in the middle of a change that never ends. The process leads a group of its own.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.on('message', async (trial: Trial) => process.send!(await attempt(trial)))
