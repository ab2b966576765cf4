import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Engine, openEngine, type PerformRequest } from '../../../engine/perform.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { pixelDifference } from '../../same/pixel-difference.ts'
import { flagValue } from '../flag-value.ts'
import { tasksOfFolder, tasksOfSheet } from './asked-tasks.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { type Moved, silentNumbers } from './silent-numbers.ts'
import { tryOnTests } from './try-on-tests.ts'
import { movedNumber, tunedNumbers, withMoved } from './tuned-numbers.ts'
import { folderOf, performedBy, varyPerformer } from './vary-performer.ts'

/** By how much each number is moved, as a share of it. */
const MOVED = 0.1

/**
 * Moves each number of an effect's `tuning.ts` by a tenth either way, and prints what that changes of the tasks of its
 * contact sheet: the share of samples of their pictures that differ, by how many levels at most, and tasks that are
 * refused or not, or whose result says something else. A number without any effect is a branch without any.
 *
 * `--effect=NAME` which; `--folder=FOLDER` pictures that take part with the parameters of the sheet;
 * `--only=WORD,WORD` the constants whose names hold one of these; `--one-in=N` every Nth task of the sheet;
 * `--file=engine/face/tuning.ts` moves the numbers of a room that the effect uses, or of several files, with commas
 * between.
 *
 * `--silent` prints only the numbers without any effect, in a small part of the time: they are moved all at once, and
 * where that changes a task by halves, on the sheet with its photographs, with `--side=N` shrunk, and on `--count=N`
 * files of the folder, drawn by `--seed=N`, small or as `--sides=N,N` says. `--params='[{...}]'` are asked for instead
 * of what the sheet asks for, which may be many tasks; with `--refs=FOLDER` the pictures of the folder wear those of
 * this one in turn. For a file no further task is tried after `--seconds=N`. A number that acts takes some three runs:
 * go on with `--only` and what is left. Silent numbers are doubled and halved as well: many are only coarse. `--tests`
 * tells which tests notice a number that is moved, of all, or of those that are silent even then.
 */
export async function tuning(flags: readonly string[]): Promise<void> {
  const feature = flagValue(flags, 'effect')
  if (!feature) {
    console.log(
      'npm run bench -- tuning --effect=NAME [--file=TUNING,TUNING] [--folder=FOLDER] [--only=WORD] [--one-in=N] ' +
        '[--silent [--side=N] [--count=N] [--seed=N] [--sides=N,N] [--params=JSON] [--refs=FOLDER] [--seconds=N]] ' +
        '[--tests]',
    )
    return
  }
  const own = join(folderOf(feature), 'tuning.ts')
  const only = (flagValue(flags, 'only') ?? '').split(',')
  const files = await Promise.all(
    (flagValue(flags, 'file') ?? own).split(',').map(async (file) => await numbersOf(file, only)),
  )
  const isSilent = flags.includes('--silent')
  const left = isSilent ? await silentNumbers(feature, files, flags) : files
  if (flags.includes('--tests')) for (const moved of left) await tryOnTests(moved)
  if (isSilent || flags.includes('--tests')) return
  const engine = openEngine()
  const oneIn = Number(flagValue(flags, 'one-in') ?? 1)
  const tasks = await tasksOfSheet(feature, engine, { oneIn })
  const photos = flagValue(flags, 'folder')
  if (photos) tasks.push(...(await tasksOfFolder(photos, tasks, engine)))
  const before = await outcomesOf(engine, tasks)
  console.log(`${tasks.length} tasks, ${before.filter(({ refused }) => refused).length} refused`)
  for (const { file, source, number } of files.flatMap((moved) =>
    moved.numbers.map((number) => ({ ...moved, number })),
  )) {
    const lines: string[] = []
    for (const by of [-MOVED, MOVED]) {
      const performer = await varyPerformer(feature, file, withMoved(source, [number], by))
      const after = await performedBy(feature, performer, () => outcomesOf(engine, tasks))
      lines.push(`${movedNumber(number.value, by)}: ${await changeOf(before, after)}`)
    }
    const changes = lines.every((line) => line.endsWith(': nothing')) ? 'nothing' : lines.join('; ')
    console.log(`${number.name} ${number.value}: ${changes}`)
  }
  await engine.close()
}

async function numbersOf(file: string, only: readonly string[]): Promise<Moved> {
  const source = await readFile(join(PROJECT_ROOT, file), 'utf8')
  const numbers = tunedNumbers(source)
  return {
    file,
    source,
    numbers: numbers.filter(({ name }) => only.some((word) => name.includes(word))),
    by: MOVED,
  }
}

async function outcomesOf(engine: Engine, tasks: readonly PerformRequest[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const task of tasks) outcomes.push(await outcomeOf(engine, task))
  return outcomes
}

async function changeOf(before: readonly Outcome[], after: readonly Outcome[]): Promise<string> {
  let [changed, most, refused, said] = [0, 0, 0, 0]
  for (const [n, own] of before.entries()) {
    const now = after[n]!
    if (own.refused !== now.refused) refused++
    else if (!isDeepStrictEqual(own.results, now.results)) said++
    if (!own.bytes || !now.bytes || Buffer.compare(own.bytes, now.bytes) === 0) continue
    const apart = await pixelDifference(own.bytes, now.bytes)
    if (apart === 'another size') changed += 1 / before.length
    else {
      changed += apart.changed / before.length
      most = Math.max(most, apart.most)
    }
  }
  const words = [
    ...(changed > 0 ? [`${(100 * changed).toFixed(3)} % of samples, ${most} levels at most`] : []),
    ...(refused > 0 ? [`${refused} refused or no longer`] : []),
    ...(said > 0 ? [`${said} other results`] : []),
  ]
  return words.join(', ') || 'nothing'
}
