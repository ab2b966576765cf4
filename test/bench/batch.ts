import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connectLocal } from '../../functions/service/accounts/connect-local.ts'
import { onePerson } from '../../local/pictures/one-person.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { dropManifest, putObject, readBatch } from '../stack/batches.ts'
import { type Connection, connect } from '../stack/connect.ts'
import { noopWorker } from '../stack/noop-worker.ts'

const MILLION = 1_000_000

/**
 * What an item of a batch costs, by quarters: memory and time that grow from one to the next would say that a million
 * cannot be worked. `--items=10000`; of these `--real=100` are files whose effect does nothing, the others are not there, which
 * costs the batch the same and the jobs nothing.
 */
export const batch = async (flags: readonly string[]): Promise<void> => {
  const items = numberOf(flags, 'items', 10_000)
  const real = Math.min(items, numberOf(flags, 'real', 100))
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const run = await startLocal({ dataDir, connect: connectLocal, intercept: noopWorker() })
  try {
    const connection = await connect(run.addresses)
    const id = await begin(connection, items, real)
    console.log('done      seconds   processor ms an item   resident MB   heap MB')
    const began = performance.now()
    let mark = { done: 0, at: began, cpu: process.cpuUsage() }
    for (let quarter = 1; quarter <= 4; quarter++) {
      const done = await reached(connection, id, Math.floor((items * quarter) / 4))
      const { user, system } = process.cpuUsage(mark.cpu)
      const an = (user + system) / 1000 / Math.max(1, done - mark.done)
      const { rss, heapUsed } = process.memoryUsage()
      const at = performance.now()
      console.log(
        `${String(done).padEnd(8)}  ${((at - mark.at) / 1000).toFixed(1).padStart(7)}   ${an.toFixed(2).padStart(20)}   ${mb(rss)}   ${mb(heapUsed).slice(4)}`,
      )
      mark = { done, at, cpu: process.cpuUsage() }
    }
    const seconds = (performance.now() - began) / 1000
    const ended = await readBatch(connection, id)
    console.log(`${ended?.status}: ${ended?.succeeded} succeeded, ${ended?.failed} failed`)
    console.log(`a million at this rate: ${(((seconds / items) * MILLION) / 3600).toFixed(1)} h`)
  } finally {
    await run.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const numberOf = (flags: readonly string[], name: string, other: number): number =>
  Number(flags.find((flag) => flag.startsWith(`--${name}=`))?.split('=')[1] ?? other)

const begin = async (run: Connection, items: number, real: number): Promise<string> => {
  const { png } = await onePerson()
  const every = Math.floor(items / Math.max(1, real))
  const lines: string[] = []
  for (let n = 0; n < items; n++) {
    const there = n % every === 0 && n / every < real
    const key = `files/${there ? 'there' : 'missing'}/${n}.png`
    if (there) await putObject(run, key, png)
    lines.push(JSON.stringify({ key }))
  }
  return dropManifest(run, 'batches/slim/bench.jsonl', lines.join('\n'), {
    'darkroom-tolerated-failures': '100',
    'darkroom-concurrency': '200',
  })
}

/** Waits until so many items are counted, or the batch has ended, and gives how many are. */
const reached = async (run: Connection, id: string, done: number): Promise<number> => {
  for (;;) {
    const found = await readBatch(run, id)
    const counted = (found?.succeeded ?? 0) + (found?.failed ?? 0)
    const over = found !== undefined && found.status !== 'running'
    if (over || (counted >= done && done < (found?.total ?? Infinity))) return counted
    await pause(200)
  }
}

const mb = (bytes: number): string => (bytes / 1e6).toFixed(0).padStart(11)
