import { codeEndedIn } from './ended-in.ts'
import { FAILURES, type FailureCode } from './failures.ts'

/** The service's own code of a refusal, or else the job's. */
export function refusalCode({ code, message }: { code: string; message: string }): string {
  return (code === 'TaskFailed' ? codeEndedIn(message) : undefined) ?? code
}

/**
 * Whether a job's failure says that the dropped file does not suit the effect: a refusal, which is no incident. Where
 * the service ended the task, its own code in the message tells.
 */
export function isRefusal(
  failure: { code: string; message: string } | undefined,
): failure is { code: string; message: string } {
  if (!failure) return false
  return isUnsuited(refusalCode(failure))
}

function isUnsuited(code: string): boolean {
  return Object.hasOwn(FAILURES, code) && FAILURES[code as FailureCode].unsuited
}
