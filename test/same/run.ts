import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { openEngine } from '../../engine/perform.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { makeSheet, shownFeatures } from '../contact-sheet/sheets.ts'
import { parseWholeNumber } from '../setup/parse-whole-number.ts'
import { compareTasks } from './compare-tasks.ts'
import { readMade, readTasks, writeRecording } from './recorded-files.ts'
import { type Recording, recordingEngine } from './recording-engine.ts'

const built = shownFeatures()
const command = new Command('same')
  .description(
    'Carries out the tasks of the contact sheets. "record" keeps what came of them; "compare" tells, after the code ' +
      'was changed, which of them give something else, by how many levels, and exits with 1 if any does.',
  )
  .addArgument(new Argument('<what>', 'what to do').choices(['record', 'compare']))
  .addOption(new Option('--feature <names...>', 'only these').choices(built).default(built, 'all'))
  .option(
    '--one-in <n>',
    'only one of so many effect tasks, the same ones each time',
    parseWholeNumber,
    1,
  )
  .option('--all', 'with the photographs that are there too; else drawn pictures alone')
  .option('--folder <folder>', 'where the record is', join(PROJECT_ROOT, 'out', 'same'))
  .parse()
const [what] = command.args
const options = command.opts<{ feature: string[]; oneIn: number; all?: true; folder: string }>()
const { feature: features, oneIn, all, folder } = options

const isShown = (picture: string) => all || !/\.(jpg|png)$/.test(picture)
const engine = openEngine()
let different = 0
for (const name of features) {
  const recording: Recording = { tasks: new Map(), made: new Map() }
  const start = performance.now()
  await makeSheet(name, recordingEngine(engine, recording, oneIn), isShown)
  const seconds = ((performance.now() - start) / 1000).toFixed(0)
  const tasks = `${name}: ${recording.tasks.size} tasks in ${seconds} s`
  if (what === 'record') {
    await writeRecording(folder, name, recording)
    process.stdout.write(`${tasks}\n`)
    continue
  }
  const changed = await compareWithRecord(name, recording)
  process.stdout.write(`${tasks}, ${changed.length} give something else\n`)
  for (const { task, change } of changed) {
    process.stdout.write(`  ${task.stage} ${JSON.stringify(task.params)}: ${change}\n`)
  }
  different += changed.length
}
await engine.close()
process.exitCode = different > 0 ? 1 : 0

async function compareWithRecord(name: string, { tasks, made }: Recording) {
  return await compareTasks(
    await readTasks(folder, name),
    tasks,
    (hash) => readMade(folder, hash),
    (hash) => made.get(hash)!,
  )
}
