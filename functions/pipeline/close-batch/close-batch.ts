import { batchKeys } from '../core/batches/batch-names.ts'
import { tooManyFailures } from '../core/batches/too-many-failures.ts'
import { readLines } from '../core/manifests/read-lines.ts'
import {
  type Batches,
  type Chunk,
  type Counts,
  type ItemFailure,
  type ItemResult,
  NO_COUNTS,
} from '../core/ports/batch.ts'
import type { BatchObjects } from '../core/ports/batch-objects.ts'
import { mapInOrder } from './map-in-order.ts'

export type CloseBatchInput = {
  batch: string
  /** What the workflow caught, where the batch failed. */
  failure?: { Error?: string; Cause?: string }
  /** How often the execution was redriven. */
  redrives?: number
}

export type CloseBatchDeps = {
  batches: Batches
  objects: BatchObjects
  results: { bucket: string; prefix: string }
  now: () => number
}

/** Parts that are read at once. A million lines have a hundred thousand parts, each read in about ten milliseconds. */
const READ_AHEAD = 64

/**
 * Writes the result manifest from the parts that the chunks have written, one line for each item in the order of the
 * manifest, and ends the batch. An item whose chunk has written no part is `unfinished`. The manifests are streamed, so
 * their size costs no memory.
 *
 * What the chunks counted may be too little (`addCounts`), so that the tolerance is judged here once more.
 * @throws Error named TooManyFailures, once the batch has failed by that
 */
export async function closeBatch(
  { batch, failure, redrives = 0 }: CloseBatchInput,
  deps: CloseBatchDeps,
): Promise<Counts & { status: 'succeeded' | 'failed' }> {
  const { bucket, prefix } = deps.results
  const keys = batchKeys(batch, prefix)
  const counts: Counts = { ...NO_COUNTS }
  const bytes = await deps.objects.open({ bucket, key: keys.chunks })
  const ends = async function* (): AsyncGenerator<string> {
    if (!bytes) return
    for await (const lines of mapInOrder(chunksIn(bytes), READ_AHEAD, (chunk) => endsOf(chunk))) {
      for (const line of lines) {
        counts[(JSON.parse(line) as ItemResult).status] += 1
        yield line
      }
    }
  }
  const endsOf = async ({ chunk, items }: Chunk): Promise<string[]> => {
    const part = await deps.objects.read({ bucket, key: keys.part(chunk) })
    if (part !== undefined) return part.trimEnd().split('\n')
    return items.map((item) => JSON.stringify({ ...item, status: 'unfinished' }))
  }
  if (bytes) await deps.objects.stream({ bucket, key: keys.results }, ends())
  const record = await deps.batches.get(batch)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const tooMany = record && tooManyFailures(counts, record, total)
  const why = failure ? failureOf(failure, record !== undefined && !tooMany) : tooMany && TOO_MANY
  const status = why ? 'failed' : 'succeeded'
  await deps.batches.finish(batch, {
    status,
    ...counts,
    redrives,
    finishedAt: new Date(deps.now()).toISOString(),
    ...(bytes && { results: keys.results }),
    ...(why && { failure: why }),
  })
  if (!failure && tooMany) throw tooMany
  return { status, ...counts }
}

const chunksIn = async function* (bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Chunk> {
  for await (const { text } of readLines(bytes, 1_000_000)) {
    if (text) yield JSON.parse(text) as Chunk
  }
}

const TOO_MANY: ItemFailure = {
  code: 'TooManyFailures',
  message: 'More items failed than the batch tolerates.',
}

const CHUNK_FAILED: ItemFailure = {
  code: 'BatchFailed',
  message: 'What became of some files could not be recorded; the log of report-chunk says why.',
}

/** `Cause` is the JSON of a failed Lambda function, or plain text. */
function failureOf(
  { Error: code = 'BatchFailed', Cause: cause = '' }: NonNullable<CloseBatchInput['failure']>,
  isTolerated: boolean,
): ItemFailure {
  // A chunk also fails where what became of it cannot be written.
  if (code === 'States.ExceedToleratedFailureThreshold') {
    return isTolerated ? CHUNK_FAILED : TOO_MANY
  }
  try {
    return { code, message: String((JSON.parse(cause) as { errorMessage?: string }).errorMessage) }
  } catch {
    return { code, message: cause || 'The batch did not come to its end.' }
  }
}
