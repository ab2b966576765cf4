import * as z from 'zod/mini'
import {
  DROP_PLAN_ANSWER,
  DROPPED_ANSWER,
  DROPPED_JOBS_ANSWER,
  UPLOAD_ENDED_ANSWER,
  UPLOAD_STATE_ANSWER,
  UPLOADS_ANSWER,
} from '../../../catalog/console/drops.ts'
import { MAX_PLANNED, MAX_UPLOADS } from '../../../catalog/console/upload-limits.ts'
import { RECIPE_NAME } from '../../../catalog/recipe/shape/recipe-name.ts'
import { type RouteForm, routeForm } from './route.ts'

const recipe = z.string().check(z.regex(RECIPE_NAME, 'must be a recipe’s name'))

/** What is wrong with the name of one file must not keep the others from being told. */
const file = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(4096)),
  size: z.int().check(z.gte(0)),
  modified: z.int(),
  kind: z.optional(z.string().check(z.maxLength(20))),
})

/** Ten thousand files with long names. */
const MAX_PLAN_BYTES = 4 * 1024 * 1024

/** The forms of what is asked about drops, and of uploads. */
export const DROPS = {
  plan: routeForm({
    method: 'POST',
    path: '/drops/plan',
    role: 'operator',
    says: 'What becomes of files that are to be dropped, what it costs, and whether the day’s budget holds it.',
    maxBodyBytes: MAX_PLAN_BYTES,
    body: z.strictObject({
      recipe,
      files: z.array(file).check(z.minLength(1), z.maxLength(MAX_PLANNED)),
    }),
    answer: { json: DROP_PLAN_ANSWER },
  }),
  jobs: routeForm({
    method: 'POST',
    path: '/drops/jobs',
    role: 'operator',
    says: 'The jobs that dropped files become.',
    body: z.strictObject({
      recipe,
      names: z
        .array(z.string().check(z.minLength(1), z.maxLength(1024)))
        .check(z.minLength(1), z.maxLength(MAX_UPLOADS)),
    }),
    answer: { json: DROPPED_JOBS_ANSWER },
  }),
  begin: routeForm({
    method: 'POST',
    path: '/uploads',
    role: 'operator',
    says: 'Begins the upload of files: an address for each small one, an id for each that goes up in parts.',
    changes: true,
    keepsAnswer: false,
    body: z.strictObject({
      recipe,
      files: z.array(file).check(z.minLength(1), z.maxLength(MAX_UPLOADS)),
    }),
    answer: { json: UPLOADS_ANSWER },
  }),
  state: routeForm({
    method: 'GET',
    path: '/uploads/{id}',
    role: 'operator',
    says: 'The parts of an upload that are there, and the addresses of the next ones that are not.',
    query: z.strictObject({ after: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
    answer: { json: UPLOAD_STATE_ANSWER },
  }),
  complete: routeForm({
    method: 'POST',
    path: '/uploads/{id}/complete',
    role: 'operator',
    says: 'Puts the parts of an upload together, and tells the job that the file becomes.',
    changes: true,
    answer: { json: DROPPED_ANSWER },
  }),
  abort: routeForm({
    method: 'DELETE',
    path: '/uploads/{id}',
    role: 'operator',
    says: 'Ends an upload and forgets its parts.',
    changes: true,
    answer: { json: UPLOAD_ENDED_ANSWER },
  }),
} as const satisfies Record<string, RouteForm>
