import type { Job } from '../../pipeline/ports/job.ts'

/** Jobs that failed for the same reason. `message` is that of the newest. */
export type FailureGroup = {
  code: string
  state: string
  message: string
  retryable: boolean
  jobs: string[]
  keys: string[]
}

/**
 * Groups failed jobs by code, state and message, the largest group first. Messages that differ in their numbers alone
 * are the same reason.
 */
export function groupFailures(jobs: readonly Job[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  for (const { id, failure, source } of jobs) {
    if (!failure) continue
    const { code, state, message, retryable } = failure
    const reason = `${code} ${state} ${message.replace(/\d+(\.\d+)?/g, '#')}`
    const group = groups.get(reason) ?? { code, state, message, retryable, jobs: [], keys: [] }
    group.jobs.push(id)
    group.keys.push(source.key)
    groups.set(reason, group)
  }
  return [...groups.values()].sort((left, right) => right.jobs.length - left.jobs.length)
}
