import * as z from 'zod/mini'
import { progressOf } from '../../operate/batches/batch-progress.ts'
import { listBatches } from '../../operate/batches/list-batches.ts'
import { readBatchItems } from '../../operate/batches/read-batch-items.ts'
import { reasonIn } from '../../operate/jobs/group-failures.ts'
import type { Batch, ItemResult } from '../../operate/pipeline-records.ts'
import { requireBatch } from './require-batch.ts'
import { type ConsoleRoute, type RouteDeps, route } from './route.ts'

const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z(~batch-[0-9a-f]{40})?$/
const STATES = ['succeeded', 'refused', 'failed', 'parked', 'unfinished'] as const

/** Batches and one batch. */
export const BATCHES_ROUTES: readonly ConsoleRoute[] = [
  route({
    method: 'GET',
    path: '/batches',
    role: 'viewer',
    says: 'A page of batches, newest first.',
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
    handle: async ({ at }, deps) => ({
      json: { batch: shown(await requireBatch(at, deps), deps.now()) },
    }),
  }),
  route({
    method: 'GET',
    path: '/batches/{id}/items',
    role: 'viewer',
    says: 'The files of a batch that has ended, page by page.',
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
    says: 'What failed in a batch that has ended, grouped by reason, with a few files of each.',
    handle: async ({ at }, deps) => {
      const batch = await requireBatch(at, deps)
      return { json: { groups: await failureGroups(batch, deps) } }
    },
  }),
  route({
    method: 'GET',
    path: '/batches/{id}/files',
    role: 'viewer',
    says: 'Links to the results of a batch that has ended, page by page, with the folder of each source.',
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

type Group = {
  code: string
  message: string
  count: number
  examples: Pick<ItemResult, 'key' | 'job'>[]
}

const EXAMPLES = 6

/** What failed, and what was refused. */
async function failureGroups(batch: Batch, { pipeline }: RouteDeps): Promise<Group[]> {
  const groups = new Map<string, Group>()
  let after: number | undefined
  do {
    const page = await readBatchItems(batch, { after, state: ['failed', 'refused'] }, pipeline)
    for (const { failure, key, job } of page.items) {
      const { code = 'JobFailed', message = '' } = failure ?? {}
      const reason = `${code} ${reasonIn(message)}`
      const group = groups.get(reason) ?? { code, message, count: 0, examples: [] }
      group.count += 1
      if (group.examples.length < EXAMPLES)
        group.examples.push({ ...(key && { key }), ...(job && { job }) })
      groups.set(reason, group)
    }
    after = page.next
  } while (after !== undefined)
  return [...groups.values()].sort((left, right) => right.count - left.count)
}
