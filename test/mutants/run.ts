import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { copyProject } from './copy-project.ts'
import { findMutants, type Mutant } from './find-mutants.ts'
import { openTrials } from './open-trials.ts'
import { pick } from './pick.ts'
import { readReach, testsOf } from './related-tests.ts'

const command = new Command('mutants')
  .description(
    'Plants small changes in the files of a room, one at a time and in a copy of the project, runs the room’s tests ' +
      'that reach the file, and prints the changes that no test notices.',
  )
  .requiredOption('--room <folder>', 'a room with tests of its own, such as local/iam')
  .option('--count <number>', 'how many changes', Number, 40)
  .option('--seed <number>', 'chooses the changes', Number, 1)
  .option(
    '--bound <seconds>',
    'a change that keeps its tests busy for longer is noticed',
    Number,
    120,
  )
  .parse()
const { room, count, seed, bound } = command.opts<{
  room: string
  count: number
  seed: number
  bound: number
}>()

/** Handlers only wire; the tests of whole runs in test/stack hold them. */
const files = globSync(`${room}/**/*.ts`, { cwd: PROJECT_ROOT })
  .filter((file) => !file.endsWith('/handler.ts'))
  .sort()
const tests = testsOf(room)
if (files.length === 0 || tests.length === 0) {
  command.error(`${room}: there must be ${room}/**/*.ts and test/${room}/**/*.test.ts.`)
}

const mutants = files.flatMap((file) =>
  findMutants(file, readFileSync(join(PROJECT_ROOT, file), 'utf8')),
)
const chosen = pick(mutants, count, seed)
const reach = readReach(tests)
const folder = mkdtempSync(join(tmpdir(), 'darkroom-mutants-'))
copyProject(folder)
const trials = openTrials(folder, bound)
const survivors: Mutant[] = []
print(
  `${chosen.length} of ${mutants.length} changes in ${files.length} files of ${room}, seed ${seed}.`,
)
for (const mutant of chosen) {
  const related = reach(mutant.file).map(({ test }) => test)
  const end = related.length > 0 ? await trials.attempt(mutant, related) : 'survived'
  if (end === 'survived') survivors.push(mutant)
  print(`${end.padEnd(9)} ${mutant.file}:${mutant.line}`)
  if (end === 'survived') print(shown(mutant, related.length))
}
await trials.close()
rmSync(folder, { recursive: true, force: true })
print(`${chosen.length - survivors.length} of ${chosen.length} died in ${room} (seed ${seed}).`)

function shown({ file, start, end, text, before }: Mutant, tests: number): string {
  const source = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  const change = `${source.slice(start, end)}  →  ${text || '(nothing)'}`
  return `          ${before}\n          ${change}\n          ${tests} test files of the room reach it`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
