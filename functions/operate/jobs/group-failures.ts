import { isRefusal } from '../../../catalog/failures/is-refusal.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'

/** Jobs that failed for the same reason. `message` and `state` are those of the newest. */
export type FailureGroup = {
  code: string
  state: string
  message: string
  retryable: boolean
  /** Whether the files did not suit the effect. */
  refused: boolean
  jobs: string[]
  keys: string[]
}

/**
 * Groups failed jobs by code and message, given the newest job first: what broke before what did not suit, the largest
 * group first. Messages that differ in
 * their numbers and in the names of objects alone are the same reason.
 */
export function groupFailures(jobs: readonly Job[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>()
  for (const { id, failure, source } of jobs) {
    if (!failure) continue
    const { code, state, message, retryable } = failure
    const reason = `${code} ${reasonIn(message)}`
    const group = groups.get(reason) ?? {
      code,
      state,
      message,
      retryable,
      refused: isRefusal(failure),
      jobs: [],
      keys: [],
    }
    group.jobs.push(id)
    group.keys.push(source.key)
    groups.set(reason, group)
  }
  return [...groups.values()].sort(
    (left, right) =>
      Number(left.refused) - Number(right.refused) || right.jobs.length - left.jobs.length,
  )
}

/** A message without what differs from file to file: names with a path, and numbers. */
export function reasonIn(message: string): string {
  return message.replace(/\S*\/\S*/g, '/').replace(/\d+(\.\d+)?/g, '#')
}
