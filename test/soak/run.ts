import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { seededRandom } from '../../engine/raster/seeded-random.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { onePerson } from '../../samples/one-person.ts'
import { parseWholeNumber } from '../setup/parse-whole-number.ts'
import { connect } from '../stack/connect.ts'
import { drop } from '../stack/drop.ts'
import { noopWorker, WORKER } from '../stack/noop-worker.ts'
import { readJob } from '../stack/read-job.ts'
import { growth, type Sample } from './growth.ts'

/**
 * Works files of several recipes on a local run for long, with faults now and then: every job must end, and memory and
 * open files must stay flat.
 */

/** Recipes of one file each that the stand-in for the engine carries out. */
const RECIPES = ['slim', 'clear-skin', 'firm-face', 'softer-face', 'evening-look'] as const
/** The part of the calls of a worker that fail. */
const FAILING = 0.02
/** Megabytes and files an hour that are no leak: caches that fill, the allocator's pages. */
const MOST_GROWTH = { megabytes: 60, files: 20 }
/** Fewer minutes say nothing: connections come and go. */
const LEAST_SAMPLES = 30
/** The part of the samples from the beginning that is left out: everything is loaded and cached then. */
const WARM_UP = 0.25

const { minutes, perMinute, seed } = new Command('soak')
  .description(
    'Works files of several recipes on a local run, with faults now and then, and prints a line a minute. Fails where ' +
      'a job does not end, or where memory or open files grow.',
  )
  .option('--minutes <number>', 'how long', parseWholeNumber, 120)
  .option('--per-minute <number>', 'how many files are dropped in a minute', parseWholeNumber, 60)
  .option('--seed <number>', 'chooses files and faults', parseWholeNumber, 1)
  .parse()
  .opts<Record<'minutes' | 'perMinute' | 'seed', number>>()
function print(line: string): void {
  void process.stdout.write(`${line}\n`)
}
const random = seededRandom(seed)
const dataDir = await mkdtemp(join(tmpdir(), 'soak-'))
const run = await startLocal({ dataDir, connect: connectLocal, intercept: failing(noopWorker()) })
try {
  process.exitCode = (await soak()) ? 0 : 1
} finally {
  await run.close()
  await rm(dataDir, { recursive: true, force: true })
}

/** A worker that now and then fails before it has done anything. */
function failing(work: Intercept): Intercept {
  return async (call, next) => {
    if (call.entry === WORKER && random() < FAILING) throw new Error('Planted by the soak.')
    return await work(call, next)
  }
}

async function soak(): Promise<boolean> {
  const connection = await connect(run.addresses)
  const { png } = await onePerson()
  const known = run.recipes
  const recipes = RECIPES.filter((name) => known.usable.includes(name))
  const open = new Map<string, number>()
  const samples: Sample[] = []
  const counts = { dropped: 0, succeeded: 0, failed: 0 }
  const began = Date.now()
  print('minute   rss MB   heap MB   open files   dropped   ended   under way')

  for (let minute = 1; minute <= minutes; minute++) {
    const until = began + minute * 60_000
    while (Date.now() < until) {
      const recipe = recipes[Math.floor(random() * recipes.length)] ?? 'slim'
      const { job } = await drop(connection, png, `drop/${recipe}/${counts.dropped}.png`)
      open.set(job, Date.now())
      counts.dropped += 1
      await pause(60_000 / perMinute)
    }
    for (const id of open.keys()) count(await readJob(connection, id), id)
    samples.push(sample())
    const { rss, heap, files } = samples.at(-1) as Sample
    const ended = counts.succeeded + counts.failed
    const row = [minute, rss.toFixed(0), heap.toFixed(0), files, counts.dropped, ended, open.size]
    print(row.map((value) => String(value).padStart(6)).join('   '))
  }
  for (let tries = 0; open.size > 0 && tries < 300; tries++) {
    await pause(1_000)
    for (const id of open.keys()) count(await readJob(connection, id), id)
  }
  return judge(samples)

  function count(job: Job | undefined, id: string): void {
    if (job?.status !== 'succeeded' && job?.status !== 'failed') return
    counts[job.status] += 1
    open.delete(id)
  }

  function judge(all: readonly Sample[]): boolean {
    const { megabytes, files } = growth(all.slice(Math.floor(all.length * WARM_UP)))
    print(
      `${counts.succeeded} succeeded, ${counts.failed} failed, ${open.size} never ended; ` +
        `an hour adds ${megabytes.toFixed(1)} MB of heap and ${files.toFixed(1)} open files`,
    )
    if (all.length < LEAST_SAMPLES) {
      print(`That is no verdict on memory: a run of ${LEAST_SAMPLES} minutes and more is judged.`)
      return open.size === 0
    }
    return open.size === 0 && megabytes < MOST_GROWTH.megabytes && files < MOST_GROWTH.files
  }
}

function sample(): Sample {
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  return { minute: process.uptime() / 60, rss: rss / 1e6, heap: heapUsed / 1e6, files: openFiles() }
}

/** Files, sockets and pipes of this process; 0 where the system does not tell. */
function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
