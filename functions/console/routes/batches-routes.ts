import { batchFailures } from '../../operate/batches/batch-failures.ts'
import { progressOf } from '../../operate/batches/batch-progress.ts'
import { listBatches } from '../../operate/batches/list-batches.ts'
import { readBatchItems } from '../../operate/batches/read-batch-items.ts'
import type { Batch } from '../../operate/pipeline-records.ts'
import { BATCHES } from './batches-forms.ts'
import { requireBatch } from './require-batch.ts'
import { type ConsoleRoute, route } from './route.ts'

/** Batches and one batch. */
export const BATCHES_ROUTES: readonly ConsoleRoute[] = [
  route({
    ...BATCHES.list,
    handle: async ({ query: { limit = 50, before } }, { pipeline, now }) => {
      const { batches, next } = await listBatches(pipeline, { before, limit })
      return {
        json: {
          batches: batches.map((batch) => shown(batch, now())),
          ...(next !== undefined && { next }),
        },
      }
    },
  }),
  route({
    ...BATCHES.batch,
    handle: async ({ at }, deps) => ({
      json: { batch: shown(await requireBatch(at, deps), deps.now()) },
    }),
  }),
  route({
    ...BATCHES.items,
    handle: async ({ at, query }, deps) => {
      const batch = await requireBatch(at, deps)
      return { json: await readBatchItems(batch, query, deps.pipeline) }
    },
  }),
  route({
    ...BATCHES.failures,
    handle: async ({ at }, deps) => {
      const batch = await requireBatch(at, deps)
      const { groups, more } = await batchFailures(batch, deps.pipeline)
      return { json: { groups, ...(more && { more }) } }
    },
  }),
  route({
    ...BATCHES.files,
    handle: async ({ at, query: { after } }, deps) => {
      const batch = await requireBatch(at, deps)
      const { items, next } = await readBatchItems(
        batch,
        { after, state: ['succeeded', 'refused'] },
        deps.pipeline,
      )
      const files = items.flatMap(({ key = '', results = [] }) =>
        results.map((result) => ({ source: key, result })),
      )
      const linked = await Promise.all(
        files.map(async ({ source, result }) => ({
          source,
          name: result.slice(result.lastIndexOf('/') + 1),
          url: await deps.linkTo(
            { bucket: deps.pipeline.at.resultsBucket, key: result },
            {
              contentType: 'application/octet-stream',
              fileName: result.slice(result.lastIndexOf('/') + 1),
            },
          ),
        })),
      )
      return { json: { files: linked, ...(next !== undefined && { next }) } }
    },
  }),
]

function shown(batch: Batch, now: number) {
  return { ...batch, progress: progressOf(batch, now) }
}
