import type { Role } from './role.ts'

/** What the console's page and its admin API say to each other. Times are ISO 8601. */

/** `refused`: the file did not suit, whether it failed its job or came back as it was. */
export type JobStatus = 'running' | 'parked' | 'succeeded' | 'refused' | 'failed'

/** A job as lists show it. */
export type JobRow = {
  id: string
  status: JobStatus
  createdAt: string
  finishedAt?: string
  key: string
  /** Bytes of the source. */
  size: number
  recipe: string
  attempt: number
  batched: boolean
  /** Of a refused file, too, whose job ended well; it cannot be tried again then. */
  failure?: { code: string; message: string; retryable: boolean }
  /** Why it waits, where it does. */
  parked?: { reason: string; until: string }
  /** Units of the service; absent while it runs. */
  units?: number
  /** The names of its results, as `pictures` and `files` take them. */
  results: string[]
}

/** A page of jobs, newest first; `next` is where the following one begins. */
export type JobsAnswer = { jobs: JobRow[]; next?: string }

/** What was found by an id or the beginning of a key; `next` is what the following keys come after. */
export type FindAnswer = { jobs: JobRow[]; keys: string[]; batch?: string; next?: string }

/** What is new since the newest row that is known, and how running jobs are. */
export type ChangesAnswer = { at: string; fresh: JobRow[]; more: boolean; changed: JobRow[] }

/** Who is signed in. */
export type SessionAnswer = { role: Role; who: string; expiresAt: string }

/** How every refusal is said. */
export type RefusalAnswer = {
  error: string
  error_code: string
  /** Where to sign in, where that is a page of a provider's. */
  sign_in?: string
}

/** One state that an execution entered; times in milliseconds after it began. */
export type TimelineState = {
  state: string
  target?: number
  atMs: number
  ms: number
  open: boolean
  stretches: { kind: 'work' | 'wait' | 'pause'; atMs: number; ms: number }[]
  errors: string[]
  failed?: string
  task?: string
}

/** One job as its page shows it. */
export type JobAnswer = {
  /** The record, as stored. */
  job: Readonly<Record<string, unknown>>
  row: JobRow
  cost?: { units: number; transitions: number; dollars: Readonly<Record<string, number>> }
  /** The attempts before and after this one. */
  before?: string
  after?: string
  /** What it waits for before it begins. */
  missing?: { keys: string[]; since: string; until: string }
}

/** What was told of the ends of a job's tasks. */
export type WebhooksAnswer = {
  tasks: {
    event: string
    deliveries: {
      status: string
      endpoint: string
      attempts: { at: string; status?: number; reason?: string; ms: number; answer?: string }[]
    }[]
  }[]
}

/** A batch as lists and its page show it. */
export type BatchShown = {
  id: string
  status: 'running' | 'succeeded' | 'failed'
  recipe: string
  createdAt: string
  finishedAt?: string
  manifest: { key: string }
  total?: number
  succeeded: number
  /** Files that did not suit; absent from batches of earlier releases. */
  refused?: number
  failed: number
  parked: number
  unfinished: number
  failure?: { code: string; message: string }
  progress: { done: number; perSecond: number; secondsLeft?: number }
}

/** What failed in a batch for one reason. */
export type FailureGroup = {
  code: string
  message: string
  count: number
  examples: { key?: string; job?: string }[]
}

/** A page of a batch's files; `next` is where the following one begins. */
export type BatchItemsAnswer = {
  items: { line: number; key?: string; job?: string; status: string }[]
  next?: number
}
