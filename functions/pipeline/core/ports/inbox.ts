import type { Charge } from '../../../../catalog/costs/charge.ts'
import type { ObjectRef } from './objects.ts'

/** How a task ended, according to its webhook or its status. */
export type Outcome = {
  status: 'success' | 'error'
  /** The version of the engine, where the task's status says it. No webhook does: its headers are not signed. */
  engine?: string
  /** What the task was charged, where its status says it. */
  charge?: Charge
}

/** What a URL is made of: an object, or the result of an earlier step's task. */
export type UrlOrigin =
  | { object: ObjectRef }
  | { result: { taskId: string; feature: string; target?: string | undefined } }

/** A URL in a request that ends after some time, made at `at` (epoch seconds), and what it can be made of anew. */
export type SignedUrl = { url: string; at: number; of: UrlOrigin }

/** One waiting state of one execution, as stored. */
export type Callback = {
  token: string
  /** Which try of the state the token belongs to; later tries have greater numbers. */
  order: number
  /** The body the task is created with. Kept, so that every retry sends the same request under the same key. */
  request: Record<string, unknown>
  /** The URLs in it that end. */
  signed?: SignedUrl[]
  /** Whether the task is one of a batch. */
  batched?: boolean
  /** Epoch seconds at which the state's wait ends. */
  until: number
  /** Seconds for the work on the task; absent from callbacks of earlier releases, where they are in `until`. */
  workSeconds?: number | undefined
  /** The holder of the creation lock, needed where the service does not support the header Idempotency-Key. */
  asker?: string
  taskId?: string
  /** Epoch seconds at which the task was first linked. */
  createdAt?: number
  /** How often the task was polled. */
  looks?: number
}

/** What is known of a task: its callback's key, that callback's newest token, and how it ended. */
export type Meeting = { key?: string; token?: string; outcome?: Outcome }

/**
 * The meeting point of tokens and outcomes, whichever comes first. There are two items per task. The callback is
 * named by execution, step, stage, target and attempt, and exists before the task does. The task is named by the
 * service's id; its token and its outcome meet there. Every write is atomic and returns what the item holds
 * afterwards, so of two racing writers the later one always sees both sides. Every write is idempotent.
 */
export type Inbox = {
  /**
   * Stores the token of the latest try and how long it waits. The first request that was written stays. A late write of
   * an earlier try changes nothing.
   */
  storeToken(
    key: string,
    waiting: Pick<
      Callback,
      'token' | 'order' | 'request' | 'signed' | 'until' | 'workSeconds' | 'batched'
    >,
  ): Promise<Callback>
  /** Replaces the request by one whose URLs were made anew. */
  storeRequest(key: string, renewed: Required<Pick<Callback, 'request' | 'signed'>>): Promise<void>
  /** Gives the creation lock to `asker`, unless it is held. Returns its holder. */
  acquireCreationLock(key: string, asker: string): Promise<string>
  /** Releases the creation lock. Only right when the service has certainly not created the task. */
  releaseCreationLock(key: string): Promise<void>
  /**
   * Links a created task to its callback and to the token of this try, unless a later try's token is stored. Returns
   * the task's item, with the outcome if that came first.
   */
  link(key: string, taskId: string, waiting: Pick<Callback, 'token' | 'order'>): Promise<Meeting>
  /** Stores the first outcome of a task. Returns it with the task's callback and token, if those are known yet. */
  recordOutcome(taskId: string, outcome: Outcome): Promise<Meeting>
  /** What is known of a task, or undefined. */
  findTask(taskId: string): Promise<Meeting | undefined>
  /** Records that the task was polled this often and that the next poll is scheduled. */
  recordLooks(key: string, looks: number): Promise<void>
  /** The callback, or undefined when its token was never stored or it has expired. */
  findCallback(key: string): Promise<Callback | undefined>
}

/** The key of one waiting state's callback. It is stable over retries and differs for each deliberate attempt. */
export function callbackKey(at: {
  job: string
  step: number
  stage: 'pre-process' | 'effect'
  target: number
  attempt: number
  /** Whether the step's source was prepared: a task that was refused before that is another one. */
  isPrepared?: boolean
}): string {
  const key = `${at.job}/${at.step}/${at.stage}/${at.target}/${at.attempt}`
  return at.isPrepared ? `${key}/prepared` : key
}

/** The id of the job that a callback key belongs to. */
export function jobOfCallback(key: string): string {
  return key.slice(0, key.indexOf('/'))
}
