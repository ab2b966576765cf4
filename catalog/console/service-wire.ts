/** What the console's pages of the service and its admin API say to each other. Times are ISO 8601. */

/** Units of an account: usable, reserved for running tasks, and spent so far. */
export type AccountRow = { account: string; available: number; reserved: number; spent: number }

/** Every account that has a key. */
export type AccountsAnswer = { accounts: AccountRow[] }

/** What an account can spend, by grant in the order of use, and what became of its units, newest first. */
export type UnitsAnswer = AccountRow & {
  lots: { id: string; granted: number; remaining: number; at: string; expiresAt?: string }[]
  history: { at: string; action: 'grant' | 'charge' | 'expire'; units: number; target: string }[]
  next?: string
}

export type TaskRow = {
  id: string
  feature: string
  stage: string
  status: 'running' | 'success' | 'error'
  /** What it was charged; while it runs, what is set aside. */
  units: number
  createdAt: string
  finishedAt?: string
  error?: string
  deletedAt?: string
}

/** A page of an account's tasks, newest first. */
export type TasksAnswer = { tasks: TaskRow[]; next?: string }

/** One task without anything that opens a file, and what an ended one was charged. */
export type TaskAnswer = {
  task: Readonly<Record<string, unknown>> & { id: string; status: string }
  event: string
  charge?: { units: number }
}

export type KeyRow = {
  id: string
  hint: string
  account: string
  name: string
  state: 'active' | 'inactive' | 'expired'
  createdAt: string
  expiresAt?: string
  /** Requests of this span of 300 seconds, and how many are answered in one and in a second. */
  requests: { inWindow: number; perWindow: number; perSecond: number }
}

export type KeysAnswer = {
  keys: KeyRow[]
  /** Bytes of upload slots by account today (UTC), of those that it may ask for. */
  uploads: { account: string; bytes: number; most: number }[]
}

/** A key that was made; without `key` where the request was repeated: it is shown once. */
export type KeyMade = { id: string; key?: string; formerUntil?: string }

export type EndpointRow = {
  id: string
  account: string
  url: string
  active: boolean
  features?: string[]
  keys?: string[]
  /** Whether it is where the pipeline listens. */
  pipeline: boolean
  createdAt: string
  failures?: number
  failingSince?: string
  inactiveReason?: string
  inactiveSince?: string
}

export type EndpointsAnswer = { endpoints: EndpointRow[] }

/** An endpoint that was made or has another secret; without `secret` where the request was repeated. */
export type EndpointMade = { id: string; secret?: string; formerUntil?: string }

export type DeliveryRow = {
  event: string
  endpoint: string
  status: 'pending' | 'delivered' | 'exhausted' | 'refused'
  createdAt: string
  /** When the next attempt is due. */
  dueAt?: string
  attempts: { at: string; status?: number; reason?: string; ms: number; answer?: string }[]
}

/** What was told of the account's latest tasks; `next` is where those of older ones begin. */
export type DeliveriesAnswer = { deliveries: DeliveryRow[]; next?: string }

/** What became of events that are to be sent again. */
export type ReplayAnswer = { begun: number; underWay: number; unheard: number; wornOut: number }

export type CostsAnswer = {
  /** By day (UTC) and recipe, the newest day first; those without a recipe are of recipes that are there no more. */
  rows: {
    day: string
    recipe?: string
    succeeded: number
    refused: number
    failed: number
    parked: number
    units: number
    dollars: number
  }[]
  /** Days that were asked for, the oldest first. */
  days: string[]
}

export type BudgetAnswer = {
  day: string
  until: string
  lines: { recipe?: string; of: 'units' | 'dollars'; taken: number; most: number }[]
}

export type ParkedAnswer = {
  jobs: { id: string; key: string; recipe: string; reason: string; since: string; until: string }[]
  /** Whether there are more. */
  more: boolean
}

export type FindingRow = {
  level: 'ok' | 'note' | 'warning' | 'problem'
  check: string
  says: string
  todo?: string
}

export type DoctorAnswer = { at: string; findings: FindingRow[] }

export type AuditAnswer = {
  entries: {
    who: string
    at: string
    what: string
    on: Readonly<Record<string, string>>
    ip: string
    status: number
    code?: string
  }[]
  next?: string
}
