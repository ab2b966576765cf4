import type { Call } from '../../../local/s3/call.ts'

/** A call of which an action's parts read no more than is given. */
export function callOf(given: Partial<Call>): Call {
  const call: Partial<Call> = { method: 'PUT', bucket: 'drop', key: 'x', query: [], fields: {} }
  return { ...call, headers: {}, ...given } as Call
}

/** The code that `work` refuses with; undefined where it does not. */
export function codeOf(work: () => unknown): string | undefined {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
  return undefined
}
