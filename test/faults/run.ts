import { Command } from 'commander'
import { log } from '../../functions/log.ts'
import { parseWholeNumber } from '../setup/parse-whole-number.ts'
import { simulateBatches } from './batches/simulate-batches.ts'
import { openMachineRoom } from './machine.ts'
import { shrink } from './shrink.ts'
import { type Simulated, simulate } from './simulate.ts'
import { simulateWorkers } from './workers/simulate-workers.ts'

const { seeds, from } = new Command('faults')
  .description(
    'Runs the pipeline, the service with its workers, and batches on virtual time under the faults of seeds. Shrinks ' +
      'and prints the first that breaks something.',
  )
  .option('--seeds <number>', 'how many', parseWholeNumber, 1000)
  .option('--from <number>', 'the first', parseWholeNumber, 1)
  .parse()
  .opts<Record<'seeds' | 'from', number>>()
// What the functions log of faults that were meant to happen would bury the one line that counts.
for (const level of ['info', 'warn', 'error'] as const) log[level] = () => {}

const room = openMachineRoom()
function print(line: string): void {
  void process.stdout.write(`${line}\n`)
}
const began = Date.now()
let struck = 0
/** The pipeline with a service as it meets it, the service with its workers, and batches: each has the same seeds. */
const worlds: ((seed: number, only?: ReadonlySet<string>) => Promise<Simulated>)[] = [
  (seed, only) => simulate(seed, { room, only }),
  (seed, only) => simulateWorkers(seed, { only }),
  (seed, only) => simulateBatches(seed, { room, only }),
]

/** Runs a seed in one world; false where it breaks something, which is shrunk and printed. */
async function holds(seed: number, world: (typeof worlds)[number]): Promise<boolean> {
  const run = await world(seed)
  struck += run.struck.length
  if (run.broken.length === 0) return true
  print(`Seed ${seed} breaks something under ${run.struck.length} faults. Shrinking…`)
  const { broken, struck: faults } = await shrink(run, (only) => world(seed, only))
  for (const line of broken) print(`  ${line}`)
  print(`${faults.length} faults are enough:`)
  for (const fault of faults) print(`  ${fault}`)
  print(`Again: node test/faults/run.ts --from ${seed} --seeds 1`)
  return false
}

for (let seed = from; seed < from + seeds && !process.exitCode; seed++) {
  for (const world of worlds) {
    if (!(await holds(seed, world))) process.exitCode = 1
  }
}
room.close()
const seconds = (Date.now() - began) / 1000
if (!process.exitCode) {
  print(`${seeds} seeds held under ${struck} faults in ${seconds.toFixed(1)} s.`)
}
