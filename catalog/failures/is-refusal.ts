import { FAILURES, type FailureCode } from './failures.ts'

/** The sentence of a job whose task the service ended in an error, with the service's own code. */
export function endedIn(code: string | undefined): string {
  return `The service ended the task in ${code ?? 'an error it does not name'}.`
}

/** The service's own code of a refusal, or else the job's. */
export function refusalCode({ code, message }: { code: string; message: string }): string {
  return (code === 'TaskFailed' ? ENDED_IN.exec(message)?.[1] : undefined) ?? code
}

const ENDED_IN = /^The service ended the task in (\w+)/

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
