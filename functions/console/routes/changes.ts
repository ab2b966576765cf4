import * as z from 'zod/mini'
import {
  BATCH_BEGUN_ANSWER,
  BATCH_STOPPED_ANSWER,
  REDRIVE_ANSWER,
  RELEASE_ANSWER,
  RETRY_ANSWER,
  STOP_ANSWER,
} from '../../../catalog/console/wire.ts'
import { SOURCE_PREFIXES } from '../../../catalog/recipe/shape/key-prefixes.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { type RouteForm, routeForm } from './route.ts'

const percent = z.coerce.number().check(z.int(), z.gte(0), z.lte(100))

/** The forms of all that is changed: the function that changes validates by them, the interface's description tells. */
export const CHANGES = {
  retry: routeForm({
    method: 'POST',
    path: '/jobs/{id}/retry',
    role: 'operator',
    says: 'Begins a new attempt at a failed job, with changes to its recipe where there are any.',
    answer: { json: RETRY_ANSWER },
    changes: true,
    body: z.strictObject({ overrides: z.optional(z.record(z.string(), z.unknown())) }),
  }),
  stop: routeForm({
    method: 'POST',
    path: '/jobs/{id}/stop',
    role: 'operator',
    says: 'Ends a running job, and its tasks where the service is our own.',
    answer: { json: STOP_ANSWER },
    changes: true,
  }),
  release: routeForm({
    method: 'POST',
    path: '/jobs/{id}/release',
    role: 'operator',
    says: 'Lets a parked job go on, whatever the budget says.',
    answer: { json: RELEASE_ANSWER },
    changes: true,
  }),
  beginBatch: routeForm({
    method: 'POST',
    path: '/batches',
    role: 'operator',
    says: 'Begins a batch over all files below a prefix of the drop bucket.',
    answer: { json: BATCH_BEGUN_ANSWER },
    changes: true,
    body: z.strictObject({
      prefix: z.string().check(
        z.maxLength(1024),
        z.refine(
          (text) => SOURCE_PREFIXES.some((allowed) => text.startsWith(allowed)),
          `must begin with ${SOURCE_PREFIXES.join(' or ')}`,
        ),
      ),
      recipe: z.string().check(z.regex(RECIPE_NAME, 'must be a recipe’s name')),
      concurrency: z.optional(z.number().check(z.int(), z.gte(1), z.lte(10_000))),
      tolerate: z.optional(percent),
      refusalsCount: z.optional(z.literal(true)),
    }),
  }),
  redriveBatch: routeForm({
    method: 'POST',
    path: '/batches/{id}/redrive',
    role: 'operator',
    says: 'Lets a failed batch go on with what was not worked.',
    answer: { json: REDRIVE_ANSWER },
    changes: true,
    body: z.strictObject({ tolerate: z.optional(percent) }),
  }),
  stopBatch: routeForm({
    method: 'POST',
    path: '/batches/{id}/stop',
    role: 'operator',
    says: 'Stops a running batch; files whose jobs run go on.',
    answer: { json: BATCH_STOPPED_ANSWER },
    changes: true,
  }),
} as const satisfies Record<string, RouteForm>
