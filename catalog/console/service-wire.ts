import * as z from 'zod/mini'

/*
 * What the console's pages of the service and its admin API say to each other: the types of both, and what the
 * interface's description is made of. Times are ISO 8601.
 */

const time = z.string().check(z.describe('ISO 8601'))
const count = z.number().check(z.int(), z.gte(0))
const amount = z.number()
const cursor = z.exactOptional(z.string().check(z.describe('Where the following page begins.')))
const optionalTime = z.exactOptional(time)
const words = z.exactOptional(z.string())

/** Units of an account: usable, reserved for running tasks, and spent so far. */
export const ACCOUNT_ROW = z.strictObject({
  account: z.string(),
  available: amount,
  reserved: amount,
  spent: amount,
})
export type AccountRow = z.output<typeof ACCOUNT_ROW>

/** Every account that has a key. */
export const ACCOUNTS_ANSWER = z.strictObject({ accounts: z.array(ACCOUNT_ROW) })
export type AccountsAnswer = z.output<typeof ACCOUNTS_ANSWER>

/** What an account can spend, by grant in the order of use, and what became of its units, newest first. */
export const UNITS_ANSWER = z.extend(ACCOUNT_ROW, {
  lots: z.array(
    z.strictObject({
      id: z.string(),
      granted: amount,
      remaining: amount,
      at: time,
      expiresAt: optionalTime,
    }),
  ),
  history: z.array(
    z.strictObject({
      at: time,
      action: z.enum(['grant', 'charge', 'expire']),
      units: amount,
      target: z.string(),
    }),
  ),
  next: cursor,
})
export type UnitsAnswer = z.output<typeof UNITS_ANSWER>

const TASK_ROW = z.strictObject({
  id: z.string(),
  feature: z.string(),
  stage: z.string(),
  status: z.enum(['running', 'success', 'error']),
  /** What it was charged; while it runs, what is set aside. */
  units: amount,
  createdAt: time,
  finishedAt: optionalTime,
  error: words,
  deletedAt: optionalTime,
})
export type TaskRow = z.output<typeof TASK_ROW>

/** A page of an account's tasks, newest first. */
export const TASKS_ANSWER = z.strictObject({ tasks: z.array(TASK_ROW), next: cursor })
export type TasksAnswer = z.output<typeof TASKS_ANSWER>

/** One task without anything that opens a file, and what an ended one was charged. */
export const TASK_ANSWER = z.strictObject({
  task: z.looseObject({ id: z.string(), status: z.string() }),
  event: z.string(),
  charge: z.exactOptional(z.looseObject({ units: amount })),
  /** Of one that waits for a worker: which one in the queue it is, and how long that is likely to take. */
  place: z.exactOptional(
    z.strictObject({
      place: z.number(),
      counted: z.exactOptional(z.literal('in part')),
      seconds: z.exactOptional(z.number()),
    }),
  ),
})
export type TaskAnswer = z.output<typeof TASK_ANSWER>

const KEY_ROW = z.strictObject({
  id: z.string(),
  hint: z.string(),
  account: z.string(),
  name: z.string(),
  state: z.enum(['active', 'inactive', 'expired']),
  createdAt: time,
  expiresAt: optionalTime,
  /** Requests of this span of 300 seconds, and how many are answered in one and in a second. */
  requests: z.strictObject({ inWindow: count, perWindow: count, perSecond: count }),
})
export type KeyRow = z.output<typeof KEY_ROW>

export const KEYS_ANSWER = z.strictObject({
  keys: z.array(KEY_ROW),
  /** Bytes of upload slots by account today (UTC), of those that it may ask for. */
  uploads: z.array(z.strictObject({ account: z.string(), bytes: count, most: count })),
})
export type KeysAnswer = z.output<typeof KEYS_ANSWER>

/** A key that was made; without `key` where the request was repeated: it is shown once. */
export const KEY_MADE = z.strictObject({ id: z.string(), key: words, formerUntil: optionalTime })
export type KeyMade = z.output<typeof KEY_MADE>

/** A key or an endpoint that was switched. */
export const SWITCHED = z.strictObject({ id: z.string(), active: z.boolean() })

const ENDPOINT_ROW = z.strictObject({
  id: z.string(),
  account: z.string(),
  url: z.string(),
  active: z.boolean(),
  features: z.exactOptional(z.array(z.string())),
  keys: z.exactOptional(z.array(z.string())),
  /** Whether it is where the pipeline listens. */
  pipeline: z.boolean(),
  createdAt: time,
  failures: z.exactOptional(count),
  failingSince: optionalTime,
  inactiveReason: words,
  inactiveSince: optionalTime,
})
export type EndpointRow = z.output<typeof ENDPOINT_ROW>

export const ENDPOINTS_ANSWER = z.strictObject({ endpoints: z.array(ENDPOINT_ROW) })
export type EndpointsAnswer = z.output<typeof ENDPOINTS_ANSWER>

/** An endpoint that was made or has another secret; without `secret` where the request was repeated. */
export const ENDPOINT_MADE = z.strictObject({
  id: z.string(),
  secret: words,
  formerUntil: optionalTime,
})
export type EndpointMade = z.output<typeof ENDPOINT_MADE>

export const ENDPOINT_REMOVED = z.strictObject({ id: z.string(), removed: z.literal(true) })
export const TASK_DELETED = z.strictObject({ id: z.string(), deleted: z.literal(true) })

const DELIVERY_ROW = z.strictObject({
  event: z.string(),
  endpoint: z.string(),
  /** Of which task's end was told, where the latest are listed. */
  feature: words,
  status: z.enum(['pending', 'delivered', 'exhausted', 'refused']),
  createdAt: time,
  /** When the next attempt is due. */
  dueAt: optionalTime,
  attempts: z.array(
    z.strictObject({
      at: time,
      status: z.exactOptional(count),
      reason: words,
      ms: z.number().check(z.gte(0)),
      answer: words,
    }),
  ),
})
export type DeliveryRow = z.output<typeof DELIVERY_ROW>

/** What was told of the account's latest tasks; `next` is where those of older ones begin. */
export const DELIVERIES_ANSWER = z.strictObject({
  deliveries: z.array(DELIVERY_ROW),
  next: cursor,
})
export type DeliveriesAnswer = z.output<typeof DELIVERIES_ANSWER>

/** What became of events that are to be sent again. */
export const REPLAY_ANSWER = z.strictObject({
  begun: count,
  underWay: count,
  unheard: count,
  wornOut: count,
})
export type ReplayAnswer = z.output<typeof REPLAY_ANSWER>

export const COSTS_ANSWER = z.strictObject({
  /** By day (UTC) and recipe, the newest day first; those without a recipe are of recipes that are there no more. */
  rows: z.array(
    z.strictObject({
      day: z.string(),
      recipe: words,
      succeeded: amount,
      refused: amount,
      failed: amount,
      parked: amount,
      units: amount,
      dollars: amount,
    }),
  ),
  /** Days that were asked for, the oldest first. */
  days: z.array(z.string()),
})
export type CostsAnswer = z.output<typeof COSTS_ANSWER>

export const BUDGET_ANSWER = z.strictObject({
  day: z.string(),
  until: time,
  lines: z.array(
    z.strictObject({
      recipe: words,
      of: z.enum(['units', 'dollars']),
      taken: amount,
      most: amount,
    }),
  ),
})
export type BudgetAnswer = z.output<typeof BUDGET_ANSWER>

export const PARKED_ANSWER = z.strictObject({
  jobs: z.array(
    z.strictObject({
      id: z.string(),
      key: z.string(),
      recipe: z.string(),
      reason: z.string(),
      since: time,
      until: time,
    }),
  ),
  /** Whether there are more. */
  more: z.boolean(),
})
export type ParkedAnswer = z.output<typeof PARKED_ANSWER>

const FINDING_ROW = z.strictObject({
  level: z.enum(['ok', 'note', 'warning', 'problem']),
  check: z.string(),
  says: z.string(),
  todo: words,
})
export type FindingRow = z.output<typeof FINDING_ROW>

export const DOCTOR_ANSWER = z.strictObject({ at: time, findings: z.array(FINDING_ROW) })
export type DoctorAnswer = z.output<typeof DOCTOR_ANSWER>

export const AUDIT_ANSWER = z.strictObject({
  entries: z.array(
    z.strictObject({
      who: z.string(),
      at: time,
      what: z.string(),
      on: z.record(z.string(), z.string()),
      ip: z.string(),
      status: count,
      code: words,
    }),
  ),
  next: cursor,
})
export type AuditAnswer = z.output<typeof AUDIT_ANSWER>
