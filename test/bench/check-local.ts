import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../engine/raster/seeded-random.ts'
import { LARGE_REGION } from '../../functions/operate/plan/quotas.ts'
import { type Plan, simulate } from '../../functions/operate/plan/simulate.ts'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { MAX_FREE_TASKS } from '../../functions/service/core/ports/free-task-store.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { connect } from '../stack/connect.ts'
import { dropMany } from '../stack/many-files.ts'
import { noopWorker, WORKER } from '../stack/noop-worker.ts'

const WORKERS = 2
/** Milliseconds of each task, beside what the worker takes without an engine. */
const TASK_MS = 250
const FITTED = 100
const CHECKED = 300
/** The largest part by which the simulation may be off. */
const TOLERANCE = 0.2

/** What a run came to: until the last file, and the mean time of a worker for a task, in seconds. */
type Ran = { seconds: number; task: number }

/**
 * Checks the simulation against a local run whose workers take a set time: service times are taken from a run before
 * it and one after it, and the time to the last file of three times as many is foretold.
 * @throws Error when it is off by more than a fifth
 */
export async function checkLocal(): Promise<void> {
  const before = await run(FITTED)
  const checked = await run(CHECKED)
  const after = await run(FITTED)
  // A machine that does other things as well does them before and after.
  const fitted = {
    seconds: (before.seconds + after.seconds) / 2,
    task: (before.task + after.task) / 2,
  }
  const own = fitOwn(fitted)
  const foretold = simulate(planOf(CHECKED, fitted.task, own)).seconds
  const off = foretold / checked.seconds - 1
  console.log(
    `${CHECKED} files, local: ${checked.seconds.toFixed(1)} s, foretold ${foretold.toFixed(1)} s`,
  )
  console.log(
    `  fitted on twice ${FITTED} files in ${fitted.seconds.toFixed(1)} s: a task ${fitted.task.toFixed(3)} s, ` +
      `own functions of a file ${own.toFixed(3)} s`,
  )
  if (Math.abs(off) > TOLERANCE) {
    throw new Error(`The simulation is off by ${(100 * off).toFixed(0)} %.`)
  }
}

/** The time of the pipeline's own functions for a file with which the fitted run is foretold, by halving. */
function fitOwn({ seconds, task }: Ran): number {
  let [least, most] = [0, seconds / FITTED]
  for (let step = 0; step < 20; step++) {
    const middle = (least + most) / 2
    if (simulate(planOf(FITTED, task, middle)).seconds < seconds) least = middle
    else most = middle
  }
  return (least + most) / 2
}

function planOf(files: number, task: number, own: number): Plan {
  const random = seededRandom(1)
  // A drop and four steps share the process.
  const step = own / 5
  return {
    files,
    arrival: { overSeconds: 1 },
    tasks: [
      { free: true, seconds: [task] },
      { free: false, seconds: [task] },
    ],
    workers: () => WORKERS,
    openFiles: 1_000,
    drops: 10,
    freeTasks: MAX_FREE_TASKS,
    own: { start: step, step },
    processors: 1,
    quotas: LARGE_REGION,
    random,
  }
}

async function run(files: number): Promise<Ran> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const work = noopWorker()
  const took: number[] = []
  const local = await startLocal({
    dataDir,
    connect: connectLocal,
    workers: { pictures: WORKERS },
    intercept: async (call, next) => {
      if (call.entry !== WORKER) return next()
      const began = performance.now()
      await pause(TASK_MS)
      const done = await work(call, next)
      took.push((performance.now() - began) / 1000)
      return done
    },
  })
  try {
    const connection = await connect(local.addresses)
    await (await dropMany(connection, 'warm', 10)).ended()
    took.length = 0
    const began = performance.now()
    await (await dropMany(connection, 'checked', files)).ended()
    const seconds = (performance.now() - began) / 1000
    const task = took.reduce((sum, one) => sum + one, 0) / took.length
    return { seconds, task }
  } finally {
    await local.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
