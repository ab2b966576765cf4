import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Fault } from '../../../catalog/failures/fault.ts'
import { type Engine, openEngine, type PerformRequest } from '../../../engine/perform.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { pixelDifference } from '../../same/pixel-difference.ts'
import { withoutTimes } from '../../same/recording-engine.ts'
import { flagValue } from '../flag-value.ts'
import { tasksOfFolder, tasksOfSheet } from './asked-tasks.ts'
import { movedNumber, tunedNumbers, withMoved } from './tuned-numbers.ts'
import { varyPerformer } from './vary-performer.ts'

/** By how much each number is moved, as a share of it. */
const MOVED = 0.1

/** What came of a task. */
type Outcome = { bytes?: Uint8Array; results?: unknown; refused?: string }

/**
 * Moves each number of an effect's `tuning.ts` by a tenth either way, and prints what that changes of the tasks of its
 * contact sheet: the share of samples of their pictures that differ, by how many levels at most, and tasks that are
 * refused or not, or whose result says something else. A number without any effect is a branch without any.
 *
 * `--effect=NAME` which; `--folder=FOLDER` pictures that take part with the parameters of the sheet; `--only=WORD` the
 * constants whose names hold it; `--one-in=N` every Nth task of the sheet.
 */
export async function tuning(flags: readonly string[]): Promise<void> {
  const feature = flagValue(flags, 'effect')
  if (!feature) {
    console.log(
      'npm run bench -- tuning --effect=NAME [--folder=FOLDER] [--only=WORD] [--one-in=N]',
    )
    return
  }
  const folder = join(PROJECT_ROOT, 'engine/effects', feature.replaceAll('/', '-'))
  const source = await readFile(join(folder, 'tuning.ts'), 'utf8')
  const only = flagValue(flags, 'only') ?? ''
  const engine = openEngine()
  const tasks = await tasksOfSheet(feature, engine, Number(flagValue(flags, 'one-in') ?? 1))
  const photos = flagValue(flags, 'folder')
  if (photos) tasks.push(...(await tasksOfFolder(photos, tasks)))
  const before = await outcomesOf(engine, tasks)
  console.log(`${tasks.length} tasks, ${before.filter(({ refused }) => refused).length} refused`)
  for (const number of tunedNumbers(source)) {
    if (!number.name.includes(only)) continue
    const lines: string[] = []
    for (const by of [-MOVED, MOVED]) {
      const putBack = await varyPerformer(feature, folder, withMoved(source, number, by))
      const after = await outcomesOf(engine, tasks)
      putBack()
      lines.push(`${movedNumber(number.value, by)}: ${await changeOf(before, after)}`)
    }
    const changes = lines.every((line) => line.endsWith(': nothing')) ? 'nothing' : lines.join('; ')
    console.log(`${number.name} ${number.value}: ${changes}`)
  }
  await engine.close()
}

async function outcomesOf(engine: Engine, tasks: readonly PerformRequest[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const task of tasks) outcomes.push(await outcomeOf(engine, task))
  return outcomes
}

/** A defect counts as a refusal by its message: a number may be moved to where nothing was meant to work. */
async function outcomeOf(engine: Engine, task: PerformRequest): Promise<Outcome> {
  try {
    const { output, results } = await engine.perform(task)
    return {
      ...(output && { bytes: output.bytes }),
      results: JSON.parse(JSON.stringify(results, withoutTimes)),
    }
  } catch (error) {
    const words = error instanceof Fault ? error.message : `defect: ${String(error)}`
    return { refused: words }
  }
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
