import * as z from 'zod/mini'
import {
  TRIES_ANSWER,
  TRY_CHECK_ANSWER,
  TRY_MADE,
  TRY_STATUS,
} from '../../../../catalog/console/try-wire.ts'
import { type RouteForm, routeForm } from '../route.ts'

/** Files of one try. */
const MOST_FILES = 12

/** Whether it is one of the catalogue is said by who has the catalogue. */
const feature = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9/-]{0,63}$/, 'must be the name of a feature'))
const parameters = z.record(z.string(), z.unknown())
const fileId = z.string().check(z.regex(/^[\w-]{1,512}$/, 'must be ids of uploaded files'))
const file = z.strictObject({
  role: z.string().check(z.maxLength(20)),
  name: z.string().check(z.minLength(1), z.maxLength(255)),
  contentType: z.string().check(z.maxLength(100)),
  size: z.number().check(z.int(), z.gte(0)),
})
const files = z.array(file).check(z.minLength(1), z.maxLength(MOST_FILES))
const index = z.optional(z.number().check(z.int(), z.gte(0), z.lte(1000)))

/** The forms of what is tried. */
export const TRIES_FORMS = {
  offer: routeForm({
    method: 'GET',
    path: '/tries',
    role: 'operator',
    says: 'Where the service is and what it carries out, as far as that is known.',
    answer: { json: TRIES_ANSWER },
  }),
  check: routeForm({
    method: 'POST',
    path: '/tries/check',
    role: 'operator',
    says: 'What a try may cost and its requests, or which fields break a rule; nothing is uploaded or paid.',
    body: z.strictObject({ feature, parameters, files }),
    answer: { json: TRY_CHECK_ANSWER },
  }),
  make: routeForm({
    method: 'POST',
    path: '/tries',
    role: 'operator',
    says: 'A slot for each file, the free detection, or the effect, with the pipeline’s key.',
    changes: true,
    body: z.discriminatedUnion('make', [
      z.strictObject({ make: z.literal('slots'), feature, parameters, files }),
      z.strictObject({ make: z.literal('detection'), feature, src: fileId }),
      z.strictObject({
        make: z.literal('effect'),
        feature,
        parameters,
        files: z.record(z.string(), z.array(fileId).check(z.maxLength(MOST_FILES))),
        index,
      }),
    ]),
    answer: { json: TRY_MADE },
  }),
  status: routeForm({
    method: 'GET',
    path: '/tries/{id}',
    role: 'operator',
    says: 'How a task is, and what it resulted in.',
    query: z.strictObject({ feature, stage: z.enum(['effect', 'pre-process']) }),
    answer: { json: TRY_STATUS },
  }),
} as const satisfies Record<string, RouteForm>
