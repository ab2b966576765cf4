import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { type Connection, connect } from '../stack/connect.ts'
import { dropMany, expectedTally, type Tally, tally } from '../stack/many-files.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { flagValue } from './flag-value.ts'
import { INVOKED, READ_UNITS, type SdkCalls, sdkCalls, WRITE_UNITS } from './sdk-calls.ts'
import { watchMemory } from './watch-memory.ts'

const WARM = 20
/** Milliseconds; on a machine that does other things as well it may take that long. */
const LONGEST = 3_600_000

/**
 * What a file costs on the local stacks beside its effect: files dropped at once under a recipe with detection, whose
 * engine does nothing, counted afterwards in every place, with the calls that its functions made by the AWS SDK, which
 * are what it costs on AWS. `--count=1000`.
 */
export async function files(flags: readonly string[]): Promise<void> {
  const count = Number(flagValue(flags, 'count') ?? 1000)
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const meter = sdkCalls(noopWorker())
  const run = await startLocal({ dataDir, connect: connectLocal, intercept: meter.intercept })
  try {
    const connection = await connect(run.addresses)
    await (await dropMany(connection, 'warm', WARM)).ended()
    meter.calls.clear()
    const before = process.memoryUsage()
    const peak = watchMemory()
    const began = performance.now()
    const cpu = process.cpuUsage()
    const dropped = await dropMany(connection, 'bench', count)
    const put = performance.now() - began
    const jobs = await dropped.ended(LONGEST)
    const whole = performance.now() - began
    const { user, system } = process.cpuUsage(cpu)
    const counted = await settled(connection, jobs)
    say(`${count} files dropped in`, `${(put / 1000).toFixed(1)} s`)
    say(`${count} files ended in`, `${(whole / 1000).toFixed(1)} s`)
    say('a file', `${(whole / count).toFixed(1)} ms`)
    say('processor time of a file', `${((user + system) / 1000 / count).toFixed(1)} ms`)
    say('memory before, heap of it', `${mb(before.rss)} MB, ${mb(before.heapUsed)} MB`)
    say('memory at most, heap of it', `${mb(peak().rss)} MB, ${mb(peak().heap)} MB`)
    for (const [what, number] of Object.entries(counted)) say(what, `${number}`)
    sayCalls(meter.calls, count)
    const wrong = Object.entries(expectedTally(count)).filter(
      ([what, number]) => counted[what as keyof typeof counted] !== number,
    )
    if (wrong.length > 0) throw new Error(`Lost or doubled: ${wrong.map(([what]) => what)}`)
  } finally {
    meter.restore()
    await run.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A job's receipt is filed right after its record says that it ended. */
async function settled(connection: Connection, jobs: readonly Job[]): Promise<Tally> {
  const counted = await tally(connection, jobs)
  if (counted.receipts === jobs.length) return counted
  await pause(1_000)
  return tally(connection, jobs)
}

function sayCalls(calls: SdkCalls, files: number): void {
  console.log('\ncalls a file')
  const beside = [INVOKED, READ_UNITS, WRITE_UNITS]
  const all = new Map<string, number>()
  for (const [by, counts] of [...calls].sort()) {
    console.log(by)
    for (const [what, number] of [...counts].sort()) {
      const sum = beside.includes(what) ? what : 'calls by the SDK'
      all.set(sum, (all.get(sum) ?? 0) + number)
      say(`  ${what}`, (number / files).toFixed(2))
    }
  }
  for (const [what, number] of all) say(`${what} in all`, (number / files).toFixed(2))
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(32)}${figure}`)
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
