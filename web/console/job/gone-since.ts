/** Days after its end that an execution's history is kept, and that tasks and attempts to tell of them are. */
export const HISTORY_DAYS = 90
export const TASK_DAYS = 30

const DAY_MS = 86_400_000

/** Since when what is kept for some days after a job's end is gone; undefined while it is there. */
export function goneSince(
  finishedAt: string | undefined,
  days: number,
  now: number,
): Date | undefined {
  if (finishedAt === undefined) return undefined
  const until = Date.parse(finishedAt) + days * DAY_MS
  return now >= until ? new Date(until) : undefined
}
