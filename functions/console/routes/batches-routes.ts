import * as z from 'zod/mini'
import {
  BATCH_ANSWER,
  BATCH_FILES_ANSWER,
  BATCH_ITEMS_ANSWER,
  BATCHES_ANSWER,
  FAILURES_ANSWER,
} from '../../../catalog/console/wire.ts'
import { batchFailures } from '../../operate/batches/batch-failures.ts'
import { progressOf } from '../../operate/batches/batch-progress.ts'
import { listBatches } from '../../operate/batches/list-batches.ts'
import { readBatchItems } from '../../operate/batches/read-batch-items.ts'
import type { Batch } from '../../operate/pipeline-records.ts'
import { requireBatch } from './require-batch.ts'
import { type ConsoleRoute, route } from './route.ts'

const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z(~batch-[0-9a-f]{40})?$/
const STATES = ['succeeded', 'refused', 'failed', 'parked', 'unfinished'] as const

/** Batches and one batch. */
export const BATCHES_ROUTES: readonly ConsoleRoute[] = [
  route({
    method: 'GET',
    path: '/batches',
    role: 'viewer',
    says: 'A page of batches, newest first.',
    answer: { json: BATCHES_ANSWER },
    query: z.strictObject({
      before: z.optional(
        z.string().check(z.regex(CURSOR, 'must be a cursor of an earlier page, or a time')),
      ),
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    }),
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
    method: 'GET',
    path: '/batches/{id}',
    role: 'viewer',
    says: 'One batch with its progress.',
    answer: { json: BATCH_ANSWER },
    handle: async ({ at }, deps) => ({
      json: { batch: shown(await requireBatch(at, deps), deps.now()) },
    }),
  }),
  route({
    method: 'GET',
    path: '/batches/{id}/items',
    role: 'viewer',
    says: 'The files of a batch that has ended, page by page.',
    answer: { json: BATCH_ITEMS_ANSWER },
    query: z.strictObject({
      after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
      state: z.optional(z.enum(STATES)),
    }),
    handle: async ({ at, query }, deps) => {
      const batch = await requireBatch(at, deps)
      return { json: await readBatchItems(batch, query, deps.pipeline) }
    },
  }),
  route({
    method: 'GET',
    path: '/batches/{id}/failures',
    role: 'viewer',
    says: 'What failed in a batch that has ended, by reason, with a few files of each; of its first 10,000.',
    answer: { json: FAILURES_ANSWER },
    handle: async ({ at }, deps) => {
      const batch = await requireBatch(at, deps)
      const { groups, more } = await batchFailures(batch, deps.pipeline)
      return { json: { groups, ...(more && { more }) } }
    },
  }),
  route({
    method: 'GET',
    path: '/batches/{id}/files',
    role: 'viewer',
    says: 'Links to the results of a batch that has ended, page by page, with the folder of each source.',
    answer: { json: BATCH_FILES_ANSWER },
    query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
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
