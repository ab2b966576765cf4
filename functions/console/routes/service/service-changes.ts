import * as z from 'zod/mini'
import {
  ACCOUNT_ROW,
  ENDPOINT_MADE,
  ENDPOINT_REMOVED,
  KEY_MADE,
  REPLAY_ANSWER,
  SWITCHED,
  TASK_DELETED,
} from '../../../../catalog/console/service-wire.ts'
import { type RouteForm, routeForm } from '../route.ts'
import { accountField } from './fields.ts'

/** Events that are sent again by one request. */
const MOST_EVENTS = 100
const MOST_UNITS = 1_000_000_000
const MOST_KEEP_HOURS = 720

const later = z.optional(z.iso.datetime())
const rate = z.number().check(z.int(), z.gte(1), z.lte(1_000_000_000))
const names = z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100))))

/** The forms of what is changed at the service. What is secret is made here, and never taken from a request. */
export const SERVICE_CHANGES = {
  makeKey: routeForm({
    method: 'POST',
    path: '/keys',
    role: 'admin',
    says: 'Makes a key for an account. It is in this one answer, and never again.',
    changes: true,
    body: z.strictObject({
      account: accountField,
      name: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'key'),
      expiresAt: later,
      limits: z.optional(z.strictObject({ perWindow: rate, perSecond: rate })),
    }),
    answer: { json: KEY_MADE },
  }),
  rotateKey: routeForm({
    method: 'POST',
    path: '/keys/{id}/rotate',
    role: 'admin',
    says: 'Makes a key that may do the same, shown once; the former one works on for some hours.',
    changes: true,
    body: z.strictObject({
      keepHours: z._default(z.number().check(z.gte(0), z.lte(MOST_KEEP_HOURS)), 24),
    }),
    answer: { json: KEY_MADE },
  }),
  disableKey: routeForm({
    method: 'POST',
    path: '/keys/{id}/disable',
    role: 'admin',
    says: 'Switches a key off.',
    changes: true,
    answer: { json: SWITCHED },
  }),
  enableKey: routeForm({
    method: 'POST',
    path: '/keys/{id}/enable',
    role: 'admin',
    says: 'Switches a key on again.',
    changes: true,
    answer: { json: SWITCHED },
  }),
  addWebhook: routeForm({
    method: 'POST',
    path: '/webhooks',
    role: 'admin',
    says: 'Adds an endpoint, or gives one another secret at once. The secret is in this one answer.',
    changes: true,
    body: z.strictObject({
      account: accountField,
      url: z.string().check(z.minLength(1), z.maxLength(2048)),
      features: names,
      keys: names,
    }),
    answer: { json: ENDPOINT_MADE },
  }),
  rotateWebhook: routeForm({
    method: 'POST',
    path: '/webhooks/{account}/{id}/rotate',
    role: 'admin',
    says: 'Gives an endpoint another secret, shown once; for a day the former one is signed with, too.',
    changes: true,
    answer: { json: ENDPOINT_MADE },
  }),
  disableWebhook: routeForm({
    method: 'POST',
    path: '/webhooks/{account}/{id}/disable',
    role: 'admin',
    says: 'Switches an endpoint off.',
    changes: true,
    answer: { json: SWITCHED },
  }),
  enableWebhook: routeForm({
    method: 'POST',
    path: '/webhooks/{account}/{id}/enable',
    role: 'admin',
    says: 'Switches an endpoint on again, and forgets its failures.',
    changes: true,
    answer: { json: SWITCHED },
  }),
  removeWebhook: routeForm({
    method: 'DELETE',
    path: '/webhooks/{account}/{id}',
    role: 'admin',
    says: 'Takes an endpoint away; what was under way to it ends.',
    changes: true,
    answer: { json: ENDPOINT_REMOVED },
  }),
  grantUnits: routeForm({
    method: 'POST',
    path: '/units',
    role: 'admin',
    says: 'Grants units to an account; a reference is granted once.',
    changes: true,
    body: z.strictObject({
      account: accountField,
      units: z.number().check(z.int(), z.gte(1), z.lte(MOST_UNITS)),
      expiresAt: later,
      reference: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
    answer: { json: ACCOUNT_ROW },
  }),
  replay: routeForm({
    method: 'POST',
    path: '/deliveries/replay',
    role: 'operator',
    says: 'Sends events again under their former ids, with a new schedule of attempts.',
    changes: true,
    body: z.strictObject({
      account: accountField,
      events: z
        .array(z.string().check(z.regex(/^evt_[\w-]{1,100}$/, 'must be ids of events: evt_…')))
        .check(z.minLength(1), z.maxLength(MOST_EVENTS)),
    }),
    answer: { json: REPLAY_ANSWER },
  }),
  deleteTask: routeForm({
    method: 'DELETE',
    path: '/tasks/{id}',
    role: 'operator',
    says: 'Deletes an ended task with its uploads and results; its charge stays.',
    changes: true,
    answer: { json: TASK_DELETED },
  }),
} as const satisfies Record<string, RouteForm>
