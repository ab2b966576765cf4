import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { readLines } from '../../functions/pipeline/core/manifests/read-lines.ts'
import type { Batch, ItemResult } from '../../functions/pipeline/core/ports/batch.ts'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { onePerson } from '../../samples/one-person.ts'
import { dropManifest, endedBatch, putObject, readBatch } from '../stack/batches.ts'
import { type Connection, connect } from '../stack/connect.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { flagValue } from './flag-value.ts'
import { watchMemory } from './watch-memory.ts'

const MILLION = 1_000_000
/** Milliseconds for the result manifest. */
const LONGEST = 900_000

/**
 * A batch run through to its result manifest, and what an item of it costs, by tenths: memory and time that grow from
 * one to the next would say that a million cannot be worked. `--items=10000`; of these `--real=100` are files whose
 * effect does nothing, spread evenly; the others are not there, which costs the batch the same and the jobs nothing.
 */
export async function batch(flags: readonly string[]): Promise<void> {
  const items = numberOf(flags, 'items', 10_000)
  const real = Math.min(items, numberOf(flags, 'real', 100))
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const run = await startLocal({ dataDir, connect: connectLocal, intercept: noopWorker() })
  try {
    const connection = await connect(run.addresses)
    const peak = watchMemory()
    const id = await begin(connection, items, real)
    console.log('done      seconds   processor ms an item   resident MB   heap MB')
    const began = performance.now()
    let mark = { done: 0, at: began, cpu: process.cpuUsage() }
    for (let tenth = 1; tenth <= 10; tenth++) {
      const done = await reached(connection, id, Math.floor((items * tenth) / 10))
      const { user, system } = process.cpuUsage(mark.cpu)
      const an = (user + system) / 1000 / Math.max(1, done - mark.done)
      const { rss, heapUsed } = process.memoryUsage()
      const at = performance.now()
      console.log(
        `${String(done).padEnd(8)}  ${((at - mark.at) / 1000).toFixed(1).padStart(7)}   ${an.toFixed(2).padStart(20)}   ${mb(rss)}   ${mb(heapUsed).slice(4)}`,
      )
      mark = { done, at, cpu: process.cpuUsage() }
    }
    const ended = await endedBatch(connection, id, LONGEST)
    const seconds = (performance.now() - began) / 1000
    console.log(`${ended.status}: ${ended.succeeded} succeeded, ${ended.failed} failed`)
    console.log(`memory at most: ${mb(peak().rss).trim()} MB, heap of it ${mb(peak().heap).trim()}`)
    console.log(
      `${seconds.toFixed(0)} s; a million: ${(((seconds / items) * MILLION) / 3600).toFixed(1)} h`,
    )
    await checkLines(connection, ended, { items, real })
  } finally {
    await run.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The result manifest has a line for every item, in order, and each says what it must. */
async function checkLines(
  { s3, at }: Connection,
  { results = '' }: Batch,
  { items, real }: { items: number; real: number },
): Promise<void> {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: at.resultsBucket, Key: results }))
  let lines = 0
  for await (const { text = '' } of readLines(
    Body?.transformToWebStream() as AsyncIterable<Uint8Array>,
  )) {
    const { line, key, status, failure } = JSON.parse(text) as ItemResult
    const said = key === keyOf(lines, items, real) && line === lines + 1
    const right = isReal(lines, items, real)
      ? status === 'succeeded'
      : failure?.code === 'SourceGone'
    if (!said || !right) throw new Error(`Line ${lines + 1} of the result manifest says ${text}`)
    lines += 1
  }
  if (lines !== items) throw new Error(`The result manifest has ${lines} lines for ${items} items.`)
  console.log(`${lines} lines in the result manifest, each as it must be`)
}

function numberOf(flags: readonly string[], name: string, other: number): number {
  return Number(flagValue(flags, name) ?? other)
}

/** Whether the n-th item is a file that is there. */
function isReal(n: number, items: number, real: number): boolean {
  const every = Math.floor(items / Math.max(1, real))
  return n % every === 0 && n / every < real
}

function keyOf(n: number, items: number, real: number): string {
  return `files/${isReal(n, items, real) ? 'there' : 'missing'}/${n}.png`
}

async function begin(run: Connection, items: number, real: number): Promise<string> {
  const { png } = await onePerson()
  const lines: string[] = []
  for (let n = 0; n < items; n++) {
    const key = keyOf(n, items, real)
    if (isReal(n, items, real)) await putObject(run, key, png)
    lines.push(JSON.stringify({ key }))
  }
  return dropManifest(run, 'batches/slim/bench.jsonl', lines.join('\n'), {
    'darkroom-tolerated-failures': '100',
    'darkroom-concurrency': '200',
  })
}

/** Waits until so many items are counted, or the batch has ended, and gives how many are. */
async function reached(run: Connection, id: string, done: number): Promise<number> {
  for (;;) {
    const found = await readBatch(run, id)
    const counted = (found?.succeeded ?? 0) + (found?.failed ?? 0)
    const over = found !== undefined && found.status !== 'running'
    if (over || (counted >= done && done < (found?.total ?? Infinity))) return counted
    await pause(200)
  }
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0).padStart(11)
}
