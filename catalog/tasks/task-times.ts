/** Seconds that the work on a task may take from when it was first begun, all attempts at it included. */
export const WORK_SECONDS = 3600

/**
 * Seconds that a task may wait for a worker: a backlog is no failure. A task that was lost, because the request that
 * made it crashed before it was queued, is found then.
 */
export const WAIT_SECONDS = 86_400

/** `Retry-After` in seconds for a client with too many tasks under way: about as long as one task takes. */
export const BUSY_SECONDS = 10

/** When work on a task began, in epoch seconds; `waiting` before. */
export type WorkStart = number | 'waiting'

/** Header of status answers that says when work on the task began. Other services do not send it. */
export const WORK_STARTED_HEADER = 'darkroom-work-started'

/** The start of a task's work as a header. */
export function workStartHeader(start: WorkStart): Record<string, string> {
  return { [WORK_STARTED_HEADER]: String(start) }
}

/** Reads the start of a task's work from its header; undefined where the service does not say it. */
export function workStartFrom(header: string | null): WorkStart | undefined {
  if (header === 'waiting') return header
  return header && /^\d{1,11}$/.test(header) ? Number(header) : undefined
}
