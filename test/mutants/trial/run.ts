import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  BaseSequencer,
  createVitest,
  type Reporter,
  type TestModule,
  type TestSpecification,
} from 'vitest/node'
import { plant } from '../find-mutants.ts'
import type { Report, Trial } from '../open-trials.ts'

/** The process of `open-trials.ts`. Its working directory is the copy of the project. */
const root = process.cwd()

/** The test files of the trial under way, in the order they run in. */
let order: readonly string[] = []
/** The first of them of which something failed. */
let failed: string | undefined

class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      order.indexOf(relative(root, moduleId))
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

function noteFailure({ moduleId }: TestModule): void {
  failed ??= relative(root, moduleId)
}

/** Files of one process are queued together, and each is collected and begins when it is its turn. */
function tellBeginning({ moduleId }: TestModule): void {
  process.send!({ begins: relative(root, moduleId) } satisfies Report)
}

let passed = false
let spent = false
const reporter: Reporter = {
  onTestModuleCollected: tellBeginning,
  onTestModuleStart: tellBeginning,
  onTestCaseResult: (test) => {
    if (test.result().state === 'failed') noteFailure(test.module)
  },
  onTestModuleEnd: (module) => {
    if (!module.ok()) noteFailure(module)
  },
  onTestRunEnd: (_, errors, reason) => {
    passed = reason === 'passed' && errors.length === 0
    spent = errors.length > 0
  },
}

/**
 * One process at a time runs the tests: most changes do not outlive the first file, whose process has loaded the
 * libraries that the others need. What was transformed is kept from trial to trial, and every trial has new processes.
 */
const vitest = await createVitest(
  {
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [reporter],
    sequence: { sequencer: AsAsked },
  },
  { mode: 'mutants' },
)
const specifications = await vitest.globTestSpecifications()

async function attempt({ mutant, tests }: Trial): Promise<Report> {
  const path = join(root, mutant.file)
  const source = readFileSync(path, 'utf8')
  const write = (text: string): void => {
    writeFileSync(path, text)
    vitest.invalidateFile(path)
  }
  order = tests
  failed = undefined
  write(plant(source, mutant))
  try {
    const asked = new Set(tests.map((test) => join(root, test)))
    await vitest.runTestSpecifications(specifications.filter(({ moduleId }) => asked.has(moduleId)))
    return { end: passed ? { kind: 'survived' } : { kind: 'died', by: failed }, spent }
  } finally {
    write(source)
  }
}

// Who asked is gone, perhaps in the middle of a change that never ends. The process leads a group of its own.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.on('message', async (trial: Trial) => process.send!(await attempt(trial)))
