import type { StartExecution } from '../../start-execution.ts'
import { batchId } from '../core/batches/batch-names.ts'
import {
  CONCURRENCY_METADATA,
  REFUSALS_METADATA,
  TOLERATED_METADATA,
} from '../core/batches/manifest-metadata.ts'
import { type Batches, NO_COUNTS } from '../core/ports/batch.ts'
import type { BatchObjects } from '../core/ports/batch-objects.ts'
import type { Source } from '../core/ports/job.ts'
import { type DroppedObject, droppedObject, recipeOf } from '../core/sources/dropped-object.ts'
import { findSource } from '../core/sources/find-source.ts'

export type StartBatchDeps = {
  batches: Batches
  objects: Pick<BatchObjects, 'head'>
  startExecution: StartExecution
  /** Epoch milliseconds. */
  now: () => number
}

const DEFAULTS = { concurrency: 100, tolerated: 50 }
const MAX_CONCURRENCY = 10_000

/**
 * Begins the one batch of a manifest version, or of what lies under its key where the bucket keeps none. The name and
 * the input of its execution depend on that version alone, so a repeated event starts nothing. Ignores what is no
 * manifest. Of a write that was replaced or deleted since, an earlier try may have recorded a batch and not begun it:
 * it is begun too, and fails with the reason. Throws for a message of unknown form.
 */
export async function startBatch(
  message: string,
  deps: StartBatchDeps,
): Promise<{ batch?: string; outcome: 'started' | 'duplicate' | 'ignored' }> {
  const { batches, objects, startExecution, now } = deps
  const dropped = droppedObject(JSON.parse(message))
  const source = dropped && (await findSource(dropped, objects))
  const facts = source && (await objects.head(source))
  if (dropped && !(facts && isOwn(source, dropped))) await beginLeftBehind(dropped, deps)
  if (!source || !facts) return { outcome: 'ignored' }
  const { bucket, key, version } = source
  const manifest = { bucket, key, version }
  const batch = batchId(manifest)
  const concurrency = integerWithin(
    facts.metadata[CONCURRENCY_METADATA],
    1,
    MAX_CONCURRENCY,
    DEFAULTS.concurrency,
  )
  const tolerated = integerWithin(facts.metadata[TOLERATED_METADATA], 0, 100, DEFAULTS.tolerated)
  const recipe = recipeOf(key)
  await batches.create({
    id: batch,
    status: 'running',
    recipe,
    manifest,
    concurrency,
    tolerated,
    ...(facts.metadata[REFUSALS_METADATA] === 'yes' && { refusalsCount: true as const }),
    ...NO_COUNTS,
    createdAt: new Date(now()).toISOString(),
  })
  return { batch, outcome: await startExecution(batch, { batch, concurrency }) }
}

/** Whether what was found is the write of the event itself, and not one that replaced it. */
function isOwn(source: Source | undefined, { etag, sequencer }: DroppedObject): boolean {
  return source?.etag === etag && source.sequencer === sequencer
}

/** By how much the clocks of S3 and of a function may differ. */
const CLOCKS_MS = 60_000
/** For how long a message is tried at most, where it does not say when its write was. */
const TRIED_MS = 3_600_000

/** Looks at what was recorded since the write alone: a batch of its own was made after it, and a day may have many. */
async function beginLeftBehind(
  { bucket, key, time }: DroppedObject,
  { batches, startExecution, now }: StartBatchDeps,
): Promise<void> {
  const since = time === undefined ? now() - TRIED_MS : time - CLOCKS_MS
  for (const batch of await batches.createdSince(new Date(since).toISOString())) {
    const { id, status, manifest, concurrency } = batch
    const isOfKey = manifest.bucket === bucket && manifest.key === key
    if (isOfKey && status === 'running') await startExecution(id, { batch: id, concurrency })
  }
}

/** The text as an integer between two bounds, both included, or else the default. */
function integerWithin(
  text: string | undefined,
  least: number,
  most: number,
  fallback: number,
): number {
  const number = Number(text ?? Number.NaN)
  return Number.isInteger(number) && number >= least && number <= most ? number : fallback
}
