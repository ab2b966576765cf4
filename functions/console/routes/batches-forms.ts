import * as z from 'zod/mini'
import {
  BATCH_ANSWER,
  BATCH_FILES_ANSWER,
  BATCH_ITEMS_ANSWER,
  BATCHES_ANSWER,
  FAILURES_ANSWER,
} from '../../../catalog/console/wire.ts'
import { type RouteForm, routeForm } from './route.ts'

const CURSOR = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z(~batch-[0-9a-f]{40})?$/
const STATES = ['succeeded', 'refused', 'failed', 'parked', 'unfinished'] as const

/** The forms of what is asked about batches. */
export const BATCHES = {
  list: routeForm({
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
  }),
  batch: routeForm({
    method: 'GET',
    path: '/batches/{id}',
    role: 'viewer',
    says: 'One batch with its progress.',
    answer: { json: BATCH_ANSWER },
  }),
  items: routeForm({
    method: 'GET',
    path: '/batches/{id}/items',
    role: 'viewer',
    says: 'The files of a batch that has ended, page by page.',
    answer: { json: BATCH_ITEMS_ANSWER },
    query: z.strictObject({
      after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
      state: z.optional(z.enum(STATES)),
    }),
  }),
  failures: routeForm({
    method: 'GET',
    path: '/batches/{id}/failures',
    role: 'viewer',
    says: 'What failed in a batch that has ended, by reason, with a few files of each; of its first 10,000.',
    answer: { json: FAILURES_ANSWER },
  }),
  files: routeForm({
    method: 'GET',
    path: '/batches/{id}/files',
    role: 'viewer',
    says: 'Links to the results of a batch that has ended, page by page, with the folder of each source.',
    answer: { json: BATCH_FILES_ANSWER },
    query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
  }),
} as const satisfies Record<string, RouteForm>
