/** A refusal that does not say for how long it holds counts for so many seconds. */
const UNSAID_SECONDS = 5
/**
 * Who has waited so long is held no more: a service that others keep full would let nobody else in. Without it the
 * workers are idle for a twentieth of the time that ten thousand files take, because too few are under way when the
 * line, which is looked at every five minutes, comes to its end (`npm run bench -- million`).
 */
const HELD_SECONDS = 300

/** Until when a service is full that refused a task and asked for so many seconds; all in seconds. */
export function fullUntil(now: number, retryAfterSeconds: number): number {
  return now + (retryAfterSeconds || UNSAID_SECONDS)
}

/**
 * Whether a file that has waited so long gets no turn, because the service takes no further task until then: it waits
 * in the queue and not in an execution, which would ask again and again. All in seconds.
 */
export function holdsTurn(full: number, { now, waited }: { now: number; waited: number }): boolean {
  return now < full && waited < HELD_SECONDS
}
