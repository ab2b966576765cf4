import * as z from 'zod/mini'
import {
  CHANGES_ANSWER,
  FIND_ANSWER,
  JOB_ANSWER,
  JOBS_ANSWER,
  TILES_ANSWER,
  TIMELINE_ANSWER,
  WEBHOOKS_ANSWER,
} from '../../../catalog/console/wire.ts'
import { FAILURES } from '../../../catalog/failures/failures.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { JOB_ID } from './require-job.ts'
import { type RouteForm, routeForm } from './route.ts'

/** A cursor of an earlier page, or a time: `2026-11-26T14:00:00.000Z~job-…`. */
const CURSOR =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z(~job-[0-9a-f]{40}(?:-[1-9]\d{0,4})?)?$/

const cursor = z.string().check(
  z.regex(CURSOR, 'must be a cursor of an earlier page, or a time such as 2026-11-26T14:00Z'),
  z.refine((text) => !Number.isNaN(Date.parse(text.split('~')[0] ?? '')), 'must be a time'),
)
const STATES = ['running', 'parked', 'succeeded', 'refused', 'failed'] as const

const listing = z.strictObject({
  before: z.optional(cursor),
  recipe: z.optional(z.string().check(z.regex(RECIPE_NAME, 'must be a recipe’s name'))),
  state: z.optional(z.enum(STATES)),
  reason: z.optional(
    z.string().check(z.refine((code) => code in FAILURES, 'must be a code of a failure')),
  ),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
})

/** The forms of what is asked about jobs and their pictures. */
export const JOBS = {
  list: routeForm({
    method: 'GET',
    path: '/jobs',
    role: 'viewer',
    says: 'A page of jobs, newest first.',
    answer: { json: JOBS_ANSWER },
    query: listing,
  }),
  changes: routeForm({
    method: 'POST',
    path: '/changes',
    role: 'viewer',
    says: 'What is new since the newest row that is known, and how these running jobs are.',
    answer: { json: CHANGES_ANSWER },
    body: z.strictObject({
      /** The newest job that is known; without it there is nothing new. */
      since: z.optional(cursor),
      running: z.array(z.string().check(z.regex(JOB_ID))).check(z.maxLength(200)),
    }),
  }),
  job: routeForm({
    method: 'GET',
    path: '/jobs/{id}',
    role: 'viewer',
    says: 'One job: its record, its cost, the attempts before and after it, and what it waits for.',
    answer: { json: JOB_ANSWER },
  }),
  timeline: routeForm({
    method: 'GET',
    path: '/jobs/{id}/timeline',
    role: 'viewer',
    says: 'The states that a job’s execution entered, empty when it has not begun or is not kept any more; and its place in line.',
    answer: { json: TIMELINE_ANSWER },
  }),
  webhooks: routeForm({
    method: 'GET',
    path: '/jobs/{id}/webhooks',
    role: 'viewer',
    says: 'Every attempt to tell the pipeline that a task of this job ended; our own service’s alone.',
    answer: { json: WEBHOOKS_ANSWER },
  }),
  receipt: routeForm({
    method: 'GET',
    path: '/jobs/{id}/receipt',
    role: 'viewer',
    says: 'The receipt of a job, as it lies beside its results.',
    answer: { redirects: true },
  }),
  file: routeForm({
    method: 'GET',
    path: '/files/{job}/{which}',
    role: 'viewer',
    says: 'Leads to the bytes of a source, a result or a receipt for five minutes, shown or as a download.',
    answer: { redirects: true },
    query: z.strictObject({ as: z.optional(z.enum(['shown', 'download'])) }),
  }),
  find: routeForm({
    method: 'GET',
    path: '/find',
    role: 'viewer',
    says: 'A job or batch by its id, or the jobs of the files whose keys begin with a text.',
    answer: { json: FIND_ANSWER },
    query: z.strictObject({
      text: z.string().check(z.minLength(1), z.maxLength(1024)),
      after: z.optional(z.string().check(z.maxLength(1024))),
    }),
  }),
  picture: routeForm({
    method: 'GET',
    path: '/pictures/{job}/{which}/{size}',
    role: 'viewer',
    says: 'A source or result at 256 or 2048 pixels, or where its tiles lie.',
    answer: { json: TILES_ANSWER, types: ['image/webp', 'image/jpeg'] },
  }),
} as const satisfies Record<string, RouteForm>
