import { throttleOf } from '../../../catalog/limits/throttles.ts'
import { log, withOwnLogContext } from '../../log.ts'
import { chooseAlike } from '../core/begin/choose-alike.ts'
import { executionName } from '../core/begin/execution-name.ts'
import type { Batches, BatchItem, ItemFailure, WorkedItem } from '../core/ports/batch.ts'
import type { BatchObjects } from '../core/ports/batch-objects.ts'
import type { Jobs, Source } from '../core/ports/job.ts'
import { RESULT_MARK } from '../core/ports/objects.ts'
import type { Tokens } from '../core/ports/tokens.ts'

export type WorkChunkInput = {
  /** The callback token of the state. */
  token: string
  /** Which try of the state this is, from 0. */
  order: number
  batch: string
  chunk: number
  items: BatchItem[]
}

export type WorkChunkDeps = {
  batches: Batches
  objects: Pick<BatchObjects, 'head'>
  jobs: Pick<Jobs, 'get'>
  tokens: Tokens
  /** Begins the one job of an object version under a recipe, as a drop does. */
  begin: (drop: {
    source: Source
    recipe: string
    attempt: number
    batched: true
  }) => Promise<unknown>
  /** The bucket of the objects that batches work on. */
  bucket: string
}

type ItemWithSource = WorkedItem & { source?: Source; ended?: true }

/**
 * After how many tries of the state a chunk goes on without the items that still cannot be begun; by then the state's
 * retries have waited half a minute.
 */
const PATIENT_TRIES = 5
/** `order` counts the tries of each redrive from a multiple of this on. */
const TRIES_PER_DRIVE = 1000

/**
 * Begins the jobs of a chunk, whose state then waits until all have ended. The wait is recorded before a job begins,
 * and whether it has ended is checked afterwards, so that no ending is missed. The chunk also waits for a job that a
 * drop or another line has begun.
 *
 * An item that cannot be begun holds up no other: the rest is begun first, and only then the error is thrown, so that
 * the state is tried again, where AWS throttles for as long as it does. At last the chunk goes on without the item,
 * which is reported as failed where its object could not be looked at, and else as unfinished.
 *
 * A later try asks only whether a job has ended, where an earlier one has named it. Under a throttle that lasts, a try
 * that did everything again would hardly ever come to its end.
 */
export async function workChunk(
  { token, order, batch, chunk, items }: WorkChunkInput,
  deps: WorkChunkDeps,
): Promise<void> {
  const patient = order % TRIES_PER_DRIVE < PATIENT_TRIES
  const errors: unknown[] = []
  const opened = order === 0 ? undefined : await deps.batches.openedItems(batch, chunk)
  const sourced = await Promise.all(
    items.map(async (item): Promise<ItemWithSource> => {
      const known = opened?.find(({ line, job }) => line === item.line && job !== undefined)
      try {
        if (known && (await hasEnded(known, deps))) return { ...known, ended: true }
        return await withSource(item, deps)
      } catch (error) {
        log.warn('An item of a batch could not be looked at.', { batch, chunk, error })
        if (patient || throttleOf(error)) errors.push(error)
        // The earlier try may have begun its job.
        return known ?? { ...item, failure: UNREADABLE }
      }
    }),
  )
  const worked = sourced.map(({ source: _, ended: __, ...item }) => item)
  const ended = sourced.flatMap((item) => (item.ended && item.job ? [item.job] : []))
  if (!(await deps.batches.openChunk({ batch, chunk, token, order, items: worked, ended }))) return
  const jobs = new Map(sourced.flatMap((item) => (item.job ? [[item.job, item] as const] : [])))
  for (const id of ended) jobs.delete(id)
  const begin = async (drop: Parameters<WorkChunkDeps['begin']>[0]): Promise<void> => {
    await deps.begin(drop)
    log.info('A batch began a job.', { batch, chunk })
  }
  for (const [id, { source, recipe }] of jobs) {
    if (!source || !recipe) continue
    try {
      await withOwnLogContext(() => begin({ source, recipe, attempt: 0, batched: true }))
    } catch (error) {
      log.warn('A job of a batch could not be begun.', { batch, chunk, error })
      if (patient || throttleOf(error)) errors.push(error)
      else ended.push(id)
    }
  }
  if (errors.length > 0) throw errors[0]
  for (const id of jobs.keys()) {
    const job = await deps.jobs.get(id)
    // A parked job may wait for days: the batch reports it as parked and does not wait for it.
    if (job && job.status !== 'running') ended.push(id)
  }
  const free = await deps.batches.removeJobs(batch, chunk, ended)
  if (free) await deps.tokens.succeed(free, {})
}

/** Whether an item's job is over. A job that found another write in place leaves that write without one. */
async function hasEnded({ job: id }: WorkedItem, { jobs }: WorkChunkDeps): Promise<boolean> {
  const job = id === undefined ? undefined : await jobs.get(id)
  if (!job || job.status === 'running') return false
  return (job.failure ?? job.refusal)?.code !== 'Superseded'
}

async function withSource(
  item: BatchItem,
  { objects, jobs, bucket }: WorkChunkDeps,
): Promise<ItemWithSource> {
  const { key, version, recipe, failure } = item
  if (failure || key === undefined || recipe === undefined) return item
  const facts = await objects.head({ bucket, key, ...(version && { version }) })
  if (!facts) return { ...item, failure: SOURCE_GONE }
  if (RESULT_MARK in facts.metadata) return { ...item, failure: IS_RESULT }
  if (facts.size === 0) return { ...item, failure: IS_EMPTY }
  const { version: found, size, etag } = facts
  const source = await chooseAlike({ bucket, key, version: found, size, etag }, recipe, jobs)
  return { ...item, version: source.version, source, job: executionName(source, recipe) }
}

const UNREADABLE: ItemFailure = {
  code: 'ItemUnreadable',
  message: 'The object could not be looked at; the pipeline may lack the right to read it.',
}
const SOURCE_GONE: ItemFailure = { code: 'SourceGone', message: 'There is no such object.' }
const IS_EMPTY: ItemFailure = { code: 'LineInvalid', message: 'The object is empty.' }
const IS_RESULT: ItemFailure = {
  code: 'IsResult',
  message: 'The object is a result of the pipeline itself.',
}
