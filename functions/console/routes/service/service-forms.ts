import * as z from 'zod/mini'
import {
  ACCOUNTS_ANSWER,
  AUDIT_ANSWER,
  BUDGET_ANSWER,
  COSTS_ANSWER,
  DELIVERIES_ANSWER,
  DOCTOR_ANSWER,
  ENDPOINTS_ANSWER,
  KEYS_ANSWER,
  PARKED_ANSWER,
  TASK_ANSWER,
  TASKS_ANSWER,
  UNITS_ANSWER,
} from '../../../../catalog/console/service-wire.ts'
import { type RouteForm, routeForm } from '../route.ts'
import { accountField, limitField, taskCursorField } from './fields.ts'

/** CloudWatch keeps hours for 455 days; a plot of more days is read by nobody. */
const MOST_DAYS = 90
/** Cursors of the history are sort keys of an account's own entries. */
const HISTORY_CURSOR = /^history#\d{12}#\d#[\x21-\x7e]{1,600}$/
const AUDIT_CURSOR = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d\.\d{3}Z#[\w-]{1,64})?$/

const cursor = (pattern: RegExp) =>
  z.optional(z.string().check(z.regex(pattern, 'must be a cursor of an earlier page')))

/** The forms of what is asked about the service, spending and the audit. */
export const SERVICE = {
  accounts: routeForm({
    method: 'GET',
    path: '/accounts',
    role: 'viewer',
    says: 'The accounts that have a key, with their units.',
    answer: { json: ACCOUNTS_ANSWER },
  }),
  units: routeForm({
    method: 'GET',
    path: '/units',
    role: 'viewer',
    says: 'What an account can spend, by grant, and what became of its units, newest first.',
    query: z.strictObject({
      account: accountField,
      limit: limitField,
      before: cursor(HISTORY_CURSOR),
    }),
    answer: { json: UNITS_ANSWER },
  }),
  keys: routeForm({
    method: 'GET',
    path: '/keys',
    role: 'admin',
    says: 'Keys without what is secret in them, with the requests of this span of 300 seconds.',
    answer: { json: KEYS_ANSWER },
  }),
  tasks: routeForm({
    method: 'GET',
    path: '/tasks',
    role: 'viewer',
    says: 'A page of an account’s tasks, newest first.',
    query: z.strictObject({
      account: accountField,
      status: z.optional(z.enum(['running', 'success', 'error'])),
      before: z.optional(taskCursorField),
      limit: limitField,
    }),
    answer: { json: TASKS_ANSWER },
  }),
  task: routeForm({
    method: 'GET',
    path: '/tasks/{id}',
    role: 'viewer',
    says: 'One task without anything that opens a file.',
    answer: { json: TASK_ANSWER },
  }),
  webhooks: routeForm({
    method: 'GET',
    path: '/webhooks',
    role: 'admin',
    says: 'Who hears of the ends of an account’s tasks, without secrets.',
    query: z.strictObject({ account: accountField }),
    answer: { json: ENDPOINTS_ANSWER },
  }),
  deliveries: routeForm({
    method: 'GET',
    path: '/deliveries',
    role: 'viewer',
    says: 'What was told of an account’s latest tasks; or what could not be told, the latest first.',
    query: z.strictObject({
      account: accountField,
      failed: z.optional(z.enum(['true'])),
      // Of what failed a cursor is the second in which it was given up.
      before: cursor(/^\d{1,12}(~[\w-]{64,128})?$/),
      limit: limitField,
    }),
    answer: { json: DELIVERIES_ANSWER },
  }),
  costs: routeForm({
    method: 'GET',
    path: '/costs',
    role: 'viewer',
    says: 'Outcomes, units and dollars by day and recipe, from the pipeline’s metrics.',
    query: z.strictObject({
      by: z.optional(z.enum(['day,recipe'])),
      days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_DAYS))),
    }),
    answer: { json: COSTS_ANSWER },
  }),
  doctor: routeForm({
    method: 'GET',
    path: '/doctor',
    role: 'viewer',
    says: 'What is wrong with the stacks and what to do about it, the worst first.',
    answer: { json: DOCTOR_ANSWER },
  }),
  budget: routeForm({
    method: 'GET',
    path: '/budget',
    role: 'viewer',
    says: 'What is taken of each limit of this day’s budget.',
    answer: { json: BUDGET_ANSWER },
  }),
  parked: routeForm({
    method: 'GET',
    path: '/parked',
    role: 'viewer',
    says: 'The files that wait for the budget, the oldest first.',
    query: z.strictObject({ limit: limitField }),
    answer: { json: PARKED_ANSWER },
  }),
  audit: routeForm({
    method: 'GET',
    path: '/audit',
    role: 'admin',
    says: 'Changes that somebody made by the console, newest first.',
    query: z.strictObject({
      before: z.optional(
        z.string().check(
          z.regex(
            AUDIT_CURSOR,
            'must be a cursor of an earlier page, or a date such as 2026-11-26',
          ),
          z.refine((text) => !Number.isNaN(Date.parse(text.slice(0, 10))), 'must be a date'),
        ),
      ),
      limit: limitField,
    }),
    answer: { json: AUDIT_ANSWER },
  }),
} as const satisfies Record<string, RouteForm>
