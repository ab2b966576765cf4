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
import { typeChecked } from './type-checked.ts'

const command = new Command('mutants')
  .description(
    'Plants small changes in the files of a room, one at a time and in a copy of the project, runs the room’s tests ' +
      'that reach the file, and prints the changes that no test notices.',
  )
  .requiredOption('--room <folder>', 'a room with tests of its own, such as local/iam')
  .option('--count <number>', 'how many changes', parseWholeNumber, 40)
  .option('--seed <number>', 'chooses the changes', parseWholeNumber, 1)
  .option(
    '--files <number>',
    'how many test files are run at most, the closest: those further away notice a change by accident',
    parseWholeNumber,
    30,
  )
  .option('--in <text>', 'only changes whose file and line, as `start.ts:40`, hold this text', '')
  .option(
    '--bound <seconds>',
    'a test file that takes longer, or a minute and sixty times what it took, is ended and noticed the change',
    parseWholeNumber,
    120,
  )
  .parse()
const {
  room,
  count,
  seed,
  bound,
  files: most,
  in: within,
} = command.opts<{
  room: string
  count: number
  seed: number
  bound: number
  files: number
  in: string
}>()

/** How many more changes are chosen than asked for: a fifth does not pass the types. */
const SPARE = 1.6

/** Handlers only wire; the tests of whole runs in test/stack hold them. */
const files = globSync(`${room}/**/*.ts`, { cwd: PROJECT_ROOT })
  .filter((file) => !file.endsWith('/handler.ts'))
  .sort()
const own = globSync(`test/${room}/**/*.test.ts`, { cwd: PROJECT_ROOT })
if (files.length === 0 || own.length === 0) {
  command.error(`${room}: there must be ${room}/**/*.ts and test/${room}/**/*.test.ts.`)
}

const mutants = files
  .flatMap((file) => findMutants(file, readFileSync(join(PROJECT_ROOT, file), 'utf8')))
  .filter(({ file, line }) => `${file}:${line}:`.includes(within))
const reach = testsOf(room)
const folder = mkdtempSync(join(tmpdir(), 'darkroom-mutants-'))
copyProject(folder)
const chosen = pick(typeChecked(folder, pick(mutants, Math.ceil(count * SPARE), seed)), count, seed)
const trials = openTrials(folder, bound)
const survived: Mutant[] = []
let busy = 0
/** The tests that noticed a change. */
const noticed = new Set<string>()
print(
  `${chosen.length} of ${mutants.length} changes in ${files.length} files of ${room}, seed ${seed}.`,
)
for (const mutant of chosen) {
  const related = reach(mutant.file, most)
  const end: End = related.length > 0 ? await trials.attempt(mutant, related) : { kind: 'survived' }
  print(`${end.kind.padEnd(9)} ${mutant.file}:${mutant.line} ${end.by ?? ''}`)
  if (end.kind === 'survived') {
    survived.push(mutant)
    print(shown(mutant, related.length))
  } else for (const test of end.by ? [end.by] : related) noticed.add(test)
  if (end.kind === 'busy') busy += 1
}
if (noticed.size > 0) await requirePassing([...noticed])
await close()
print(
  `${chosen.length - survived.length} of ${chosen.length} died in ${room} (seed ${seed}), ` +
    `${busy} of them because a test file did not end.`,
)

/** Of tests that fail without any change, every change would seem to die. */
async function requirePassing(tests: readonly string[]): Promise<void> {
  const unchanged = { ...chosen[0]!, start: 0, end: 0, text: '' }
  const end = await trials.attempt(unchanged, tests)
  if (end.kind === 'survived') return
  await close()
  command.error(
    end.kind === 'died'
      ? `Without any change fails ${end.by ?? 'a test'}: nothing can be said of ${room}.`
      : `${end.by} does not end without any change: raise --bound, or run it once for its seconds.`,
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
