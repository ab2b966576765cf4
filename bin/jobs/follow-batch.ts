import { setTimeout as pause } from 'node:timers/promises'
import { progressOf } from '../../functions/operate/batches/batch-progress.ts'
import { readBatch } from '../../functions/operate/batches/read-batch.ts'
import { readBatchItems } from '../../functions/operate/batches/read-batch-items.ts'
import { readChunks } from '../../functions/operate/batches/read-chunks.ts'
import { readJobs } from '../../functions/operate/jobs/read-jobs.ts'
import type { Batch } from '../../functions/operate/pipeline-records.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { note, replaceLine } from '../program/say.ts'
import { jobLine, MARKS } from './job-line.ts'

/** A machine of one's own may be asked often; an account is billed and throttled by the call. */
const EVERY_MS = { local: 500, deployed: 4_000 }
const ITEMS_IN_CHUNK = 10
/** Batches of more files are followed by their counts alone, which move by the chunk. */
const MOST_FILES = 5_000

/**
 * Follows a batch to its end, with a line for each file that ended, and on a terminal how far it is below. Gives the
 * ended batch. A batch that has not been taken in yet is waited for.
 */
export async function followBatch(
  clients: OpenedPipeline,
  id: string,
  { out = process.stderr }: { out?: NodeJS.WriteStream } = {},
): Promise<Batch> {
  const told = new Set<string>()
  const whole = new Set<number>()
  for (;;) {
    const batch = await readBatch(clients, id).catch(() => undefined)
    if (batch) {
      if ((batch.total ?? 0) <= MOST_FILES) await tellEnded(batch, { told, whole }, clients, out)
      if (out.isTTY) replaceLine(batch.status === 'running' ? lineOf(batch, told.size) : '', out)
      if (batch.status !== 'running') {
        if ((batch.total ?? 0) <= MOST_FILES) await tellJobless(batch, clients, out)
        return batch
      }
    }
    await pause(EVERY_MS[clients.local ? 'local' : 'deployed'])
  }
}

/** Tells of the jobs that have ended since. `whole` are chunks of which everything is told. */
async function tellEnded(
  { id, total = 0 }: Batch,
  { told, whole }: { told: Set<string>; whole: Set<number> },
  clients: OpenedPipeline,
  out: NodeJS.WriteStream,
): Promise<void> {
  const count = Math.ceil(total / ITEMS_IN_CHUNK)
  const left = Array.from({ length: count }, (_, chunk) => chunk).filter((at) => !whole.has(at))
  const ended = new Map<string, string>()
  for (const { chunk, items, open } of await readChunks(id, left, clients)) {
    for (const { job, key = '' } of items) {
      if (job !== undefined && !open.has(job) && !told.has(job)) ended.set(job, key)
    }
    if (open.size === 0) whole.add(chunk)
  }
  if (out.isTTY && ended.size > 0) replaceLine('', out)
  for (const job of await readJobs(clients, [...ended.keys()])) {
    told.add(job.id)
    note([jobLine(job, ended.get(job.id) ?? job.id)], out)
  }
}

/** Tells of the lines of an ended batch that came to no job, such as of files that are not there. */
async function tellJobless(
  batch: Batch,
  clients: OpenedPipeline,
  out: NodeJS.WriteStream,
): Promise<void> {
  let after: number | undefined
  do {
    const page = await readBatchItems(batch, { after, state: 'failed' }, clients)
    for (const { job, key, line, failure } of page.items) {
      if (job !== undefined) continue
      note([`${MARKS.failed} ${key ?? `line ${line}`}  failed: ${failure?.message ?? ''}`], out)
    }
    after = page.next
  } while (after !== undefined)
}

function lineOf(batch: Batch, told: number): string {
  const { total } = batch
  const { done, secondsLeft } = progressOf(batch)
  const left = secondsLeft === undefined ? '' : `, about ${Math.ceil(secondsLeft)} s left`
  return `${Math.max(done, told)} of ${total ?? 'files that are counted'}${left}`
}
