import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { parseWholeNumber } from '../setup/parse-whole-number.ts'
import { copyProject } from './copy-project.ts'
import { findMutants, type Mutant } from './find-mutants.ts'
import { type End, openTrials } from './open-trials.ts'
import { pick } from './pick.ts'
import { testsOf } from './related-tests.ts'

const command = new Command('mutants')
  .description(
    'Plants small changes in the files of a room, one at a time and in a copy of the project, runs the room’s tests ' +
      'that reach the file, and prints the changes that no test notices.',
  )
  .requiredOption('--room <folder>', 'a room with tests of its own, such as local/iam')
  .option('--count <number>', 'how many changes', parseWholeNumber, 40)
  .option('--seed <number>', 'chooses the changes', parseWholeNumber, 1)
  .option(
    '--bound <seconds>',
    'tests that take longer are ended, and noticed the change',
    parseWholeNumber,
    300,
  )
  .parse()
const { room, count, seed, bound } = command.opts<{
  room: string
  count: number
  seed: number
  bound: number
}>()

/** How many times longer the tests of all changes may take than those of one. */
const WITHOUT_CHANGE = 6

/** Handlers only wire; the tests of whole runs in test/stack hold them. */
const files = globSync(`${room}/**/*.ts`, { cwd: PROJECT_ROOT })
  .filter((file) => !file.endsWith('/handler.ts'))
  .sort()
const own = globSync(`test/${room}/**/*.test.ts`, { cwd: PROJECT_ROOT })
if (files.length === 0 || own.length === 0) {
  command.error(`${room}: there must be ${room}/**/*.ts and test/${room}/**/*.test.ts.`)
}

const mutants = files.flatMap((file) =>
  findMutants(file, readFileSync(join(PROJECT_ROOT, file), 'utf8')),
)
const chosen = pick(mutants, count, seed)
const reach = testsOf(room)
const folder = mkdtempSync(join(tmpdir(), 'darkroom-mutants-'))
copyProject(folder)
const trials = openTrials(folder, bound)
await requirePassing()
const ends: Record<End, Mutant[]> = { died: [], busy: [], survived: [] }
print(
  `${chosen.length} of ${mutants.length} changes in ${files.length} files of ${room}, seed ${seed}.`,
)
for (const mutant of chosen) {
  const related = reach(mutant.file).map(({ test }) => test)
  const end = related.length > 0 ? await trials.attempt(mutant, related) : 'survived'
  ends[end].push(mutant)
  print(`${end.padEnd(9)} ${mutant.file}:${mutant.line}`)
  if (end === 'survived') print(shown(mutant, related.length))
}
await close()
print(
  `${chosen.length - ends.survived.length} of ${chosen.length} died in ${room} (seed ${seed}), ` +
    `${ends.busy.length} of them because the tests did not end in ${bound} s.`,
)

/** Of tests that fail without any change, every change would seem to die. */
async function requirePassing(): Promise<void> {
  const all = new Set(chosen.flatMap(({ file }) => reach(file).map(({ test }) => test)))
  const unchanged = { ...chosen[0]!, start: 0, end: 0, text: '' }
  const within = WITHOUT_CHANGE * bound
  const end = await trials.attempt(unchanged, [...all], within)
  if (end === 'survived') return
  await close()
  command.error(
    end === 'died'
      ? `Tests of ${room} fail without any change.`
      : `The tests of ${room} take more than ${within} s without any change: raise --bound.`,
  )
}

async function close(): Promise<void> {
  await trials.close()
  rmSync(folder, { recursive: true, force: true })
}

function shown({ file, start, end, text, before }: Mutant, tests: number): string {
  const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  const change = `${source.slice(start, end)}  →  ${text || '(nothing)'}`
  return `          ${before}\n          ${change}\n          ${tests} test files ran`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
