import type { Charge } from '../../../catalog/charge.ts'

/** How a task ended, as its webhook or its status said. */
export type Outcome = {
  status: 'success' | 'error'
  /** The version of the engine, where the service said it. */
  engine?: string
  /** What the task was charged, where the service said it. */
  charge?: Charge
}

/** One waiting state of one execution: where its newest token and its task's outcome meet. */
export type Callback = {
  token: string
  /** Which try of the state the token belongs to: a later one has a greater number. */
  order: number
  /** The body the task is created with; kept so that every retry sends the same bytes under the same key. */
  request: Record<string, unknown>
  /** Epoch seconds after which nobody waits any more. */
  until: number
  /** Who may ask a service that takes no Idempotency-Key for the task: only the one who came first. */
  asker?: string
  taskId?: string
  /** How many looks at the task are behind it. */
  looks?: number
}

/** What is known of a task: the callback it is of, that callback's newest token, and how it ended. */
export type Meeting = { key?: string; token?: string; outcome?: Outcome }

/**
 * The meeting point of tokens and outcomes, whichever comes first. Two items per task: the callback, named by
 * execution, step, stage, target and attempt, which is there before the task is, and the task, named by the service's id,
 * where its token and its outcome meet. Every write is atomic and returns what the item holds afterwards, so of two racing
 * writers the later one always sees both sides. Repeating any of them changes nothing.
 */
export type Inbox = {
  /**
   * Stores the token of the latest try and how long it waits; the first request written stays. A write of an earlier
   * try that arrives late changes nothing.
   */
  storeToken(
    key: string,
    waiting: Pick<Callback, 'token' | 'order' | 'request' | 'until'>,
  ): Promise<Callback>
  /** Makes `asker` the one who may create the task, unless there is one; gives who it is. */
  acquireCreationLock(key: string, asker: string): Promise<string>
  /** Lets another ask: the service has certainly not made the task. */
  releaseCreationLock(key: string): Promise<void>
  /**
   * Ties a created task to its callback and to the token of a try, unless a later one's is there; returns what has met, the
   * outcome among it if that came first.
   */
  link(key: string, taskId: string, waiting: Pick<Callback, 'token' | 'order'>): Promise<Meeting>
  /** Stores the first outcome of a task; returns it with the task's callback and token, if those are known yet. */
  recordOutcome(taskId: string, outcome: Outcome): Promise<Meeting>
  /** What has met so far, or undefined when nothing is known of the task. */
  findTask(taskId: string): Promise<Meeting | undefined>
  /** Notes that so many looks at the task have been taken and the next one is on its way. */
  recordLooks(key: string, looks: number): Promise<void>
  /** The callback, or undefined when it was never held or is long past. */
  findCallback(key: string): Promise<Callback | undefined>
}

/** Names the callback of one waiting state; stable over retries, different for each deliberate attempt. */
export function callbackKey(at: {
  job: string
  step: number
  stage: 'pre-process' | 'effect'
  target: number
  attempt: number
}): string {
  return `${at.job}/${at.step}/${at.stage}/${at.target}/${at.attempt}`
}

/** The job a callback belongs to. */
export function jobOfCallback(key: string): string {
  return key.slice(0, key.indexOf('/'))
}
