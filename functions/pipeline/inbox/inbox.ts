/** How a task ended, as its webhook or its status said. */
export type Outcome = { status: 'success' | 'error' }

/** One waiting state of one execution: where its newest token and its task's outcome meet. */
export type Callback = {
  token: string
  /** The body the task is created with; kept so that every retry sends the same bytes under the same key. */
  request: Record<string, unknown>
  taskId?: string
  outcome?: Outcome
}

/**
 * The meeting point of tokens and outcomes, whichever comes first. Two items per task: the callback, named by
 * execution, step, stage, target and attempt, and the task, named by the service's id. Each method is one atomic
 * write that returns what the item holds afterwards, so of two racing writers the later one always sees both sides.
 */
export type Inbox = {
  /** Stores the newest token of a callback; the first request written stays. */
  hold(key: string, token: string, request: Record<string, unknown>): Promise<Callback>
  /** Ties a created task to its callback; returns the outcome if that came first. */
  link(key: string, taskId: string): Promise<Outcome | undefined>
  /** Stores the first outcome of a task; returns it with the task's callback, if that is known yet. */
  arrive(taskId: string, outcome: Outcome): Promise<{ outcome: Outcome; key?: string }>
  /** Gives a callback its first outcome and returns the callback. */
  conclude(key: string, outcome: Outcome): Promise<Callback>
  /** The callback, or undefined when it was never held or is long past. */
  find(key: string): Promise<Callback | undefined>
}

/** Names the callback of one waiting state; stable over retries, different for each deliberate attempt. */
export const callbackKey = (at: {
  job: string
  step: number
  stage: 'pre-process' | 'effect'
  target: number
  attempt: number
}): string => `${at.job}/${at.step}/${at.stage}/${at.target}/${at.attempt}`
