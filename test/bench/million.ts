import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { writeManifest } from '../../functions/operate/batches/write-manifest.ts'
import { dollarLines } from '../../functions/operate/plan/dollars.ts'
import { type Simulated, simulate } from '../../functions/operate/plan/simulate.ts'
import { closeBatch } from '../../functions/pipeline/close-batch/close-batch.ts'
import { estimateCost } from '../../functions/pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { readManifest } from '../../functions/pipeline/read-manifest/read-manifest.ts'
import { FAKE_BATCH, fakeBatch } from '../functions/pipeline/core/batches/fake-batch.ts'
import { fakeS3 } from '../functions/pipeline/core/batches/fake-s3.ts'
import { checkLocal } from './check-local.ts'
import { flagValue } from './flag-value.ts'
import { type Scenario, scenarios } from './scenarios.ts'

const IN_CHUNK = 10
const MB = 1e6

/**
 * What is deployed under load, simulated, and the functions that take a batch whole, measured. `--items=1000000`;
 * `--simulated` leaves the measuring out, `--local` checks the simulation against a local run of 300 files.
 */
export async function million(flags: readonly string[]): Promise<void> {
  const items = Number(flagValue(flags, 'items') ?? 1e6)
  simulateAll(items)
  if (flags.includes('--local')) await checkLocal()
  if (!flags.includes('--simulated')) await measureStreams(items)
}

/** Throws where a file failed because it waited. */
function simulateAll(items: number): void {
  console.log('simulated, service times measured on a local machine')
  const failed: string[] = []
  for (const { name, plan, megabytes } of scenarios(items)) {
    const result = simulate(plan)
    if (result.failedForWaiting > 0) failed.push(name)
    for (const line of describeSimulated({ name, plan, megabytes }, result)) console.log(line)
  }
  if (failed.length > 0) throw new Error(`Files failed because they waited: ${failed.join('; ')}.`)
}

function describeSimulated({ name, plan, megabytes }: Scenario, result: Simulated): string[] {
  const busiest = result.use.toSorted((one, other) => other.share - one.share)[0]
  const dollars = dollarLines(result, estimateCost(SAMPLE_JOB).dollars, megabytes)
  const total = Object.values(dollars).reduce((sum, one) => sum + one, 0)
  const lines = Object.entries(dollars).filter(([, amount]) => amount >= 0.005)
  return [
    name,
    `  last of ${result.ended} files after ${span(result.seconds)}; ${result.failedForWaiting} failed for waiting`,
    `  busiest: ${busiest?.name}, ${percent(busiest?.share)}; at most ${result.mostOpen} open, ${result.mostAhead} ahead`,
    `  $${total.toFixed(2)}: ${lines.map(([line, amount]) => `${line} ${amount.toFixed(2)}`).join(', ')}`,
    ...(plan.others ? [`  the other account’s last task after ${span(result.othersSeconds)}`] : []),
  ]
}

function span(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(0)} s`
  return seconds < 7_200 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`
}

function percent(share = 0): string {
  return `${(100 * share).toFixed(1)} %`
}

/** A file of two megapixels with one person, that takes the shortest way. */
const SAMPLE_JOB = {
  id: 'job',
  status: 'succeeded',
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: '1', size: 1_000_000 },
  recipe: { name: 'slim' },
  attempt: 0,
  createdAt: '2026-01-31T10:00:00.000Z',
  results: [
    { bucket: 'results', key: 'a.jpg', contentType: 'image/jpeg', size: 1_000_000, sha256: '' },
  ],
  trail: {
    steps: [
      {
        feature: 'body-reshape',
        detection: 'task',
        tasks: [{ index: 0, taskId: 'task', status: 'success' }],
      },
    ],
    states: ['PreProcess', 'ChooseTarget', 'EachTarget', 'Deliver'].map((state) => ({
      state,
      ms: 0,
      retries: 0,
    })),
  },
} as const satisfies Job

/**
 * The functions that take a batch whole: the listing that becomes a manifest, the manifest that becomes chunks, and
 * what the chunks came to that becomes the result manifest. Processor time is what a full core
 * takes; memory is the most the process had resident, which must not grow with the items.
 */
async function measureStreams(items: number): Promise<void> {
  console.log(`${items} items            seconds   processor s   peak resident MB`)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  try {
    await measured('a prefix to a manifest', () => listed(items, folder))
    await measured('a manifest to chunks', () => read(items, folder))
    await measured('parts to a result manifest', () => closed(items, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs `work`, which says how many items it saw, and prints what it took. */
async function measured(name: string, work: () => Promise<number>): Promise<void> {
  const began = performance.now()
  const cpu = process.cpuUsage()
  peak = 0
  const seen = await work()
  const { user, system } = process.cpuUsage(cpu)
  const columns = [(performance.now() - began) / 1000, (user + system) / 1e6, peak / MB]
  const [seconds = '', processor = '', resident = ''] = columns.map((value) => value.toFixed(1))
  console.log(
    `${name.padEnd(28)} ${seconds.padStart(7)} ${processor.padStart(13)} ${resident.padStart(18)}   ${seen} seen`,
  )
}

let peak = 0

/** The n-th key; all of them are asked for in their order, so memory is looked at by them on the way. */
function keyOf(n: number): string {
  if (n % 5000 === 0) peak = Math.max(peak, process.memoryUsage.rss())
  return `files/shoot/${String(n).padStart(9, '0')}-portrait.jpg`
}

async function listed(items: number, folder: string): Promise<number> {
  const recipe = JSON.stringify({
    steps: [{ feature: 'body-reshape', parameters: { features: { slim: -10 } } }],
  })
  const { s3, close } = fakeS3(folder, {
    object: () => recipe,
    keysAfter: (key, most) => {
      const first = key === '' ? 0 : Number(/\d{9}/.exec(key)?.[0]) + 1
      return Array.from({ length: Math.min(most, items - first) }, (_, n) => keyOf(first + n))
    },
  })
  const options = { prefix: 'files/', recipe: 'slim', concurrency: 100, tolerate: 50 }
  const { files } = await writeManifest(options, { s3, bucket: 'drop' })
  close()
  return files
}

async function read(items: number, folder: string): Promise<number> {
  const { deps, close } = fakeBatch(folder, {
    object: () => inPieces(items, 1000, (n) => `${JSON.stringify({ key: keyOf(n) })}\n`),
  })
  const { total } = await readManifest({ batch: FAKE_BATCH.id }, deps)
  close()
  return total
}

function itemOf(n: number) {
  return { line: n + 1, key: keyOf(n), recipe: 'slim' }
}

async function closed(items: number, folder: string): Promise<number> {
  const inChunk = (chunk: number): ReturnType<typeof itemOf>[] =>
    Array.from({ length: IN_CHUNK }, (_, n) => itemOf(chunk * IN_CHUNK + n))
  const { deps, close } = fakeBatch(folder, {
    object: (path) => {
      const part = /parts\/(\d+)\.jsonl$/.exec(path)?.[1]
      if (part !== undefined) return inChunk(Number(part)).map(endOf).join('')
      const line = (chunk: number) => `${JSON.stringify({ chunk, items: inChunk(chunk) })}\n`
      return inPieces(items / IN_CHUNK, 100, line)
    },
  })
  const { succeeded } = await closeBatch({ batch: FAKE_BATCH.id }, deps)
  close()
  return succeeded
}

function endOf(item: ReturnType<typeof itemOf>): string {
  const job = `job-${String(item.line).padStart(40, '0')}`
  const results = [`results/${job}/${item.key.slice('files/shoot/'.length)}`]
  return `${JSON.stringify({ ...item, version: 'v'.repeat(32), job, status: 'succeeded', results })}\n`
}

/** So many lines as a stream, some at a time. */
function inPieces(count: number, some: number, line: (n: number) => string): Readable {
  return Readable.from(
    (function* () {
      for (let n = 0; n < count; n += some) {
        const lines = Array.from({ length: Math.min(some, count - n) }, (_, at) => line(n + at))
        yield Buffer.from(lines.join(''))
      }
    })(),
    { objectMode: false },
  )
}
