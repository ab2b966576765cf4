import type { FunctionError } from './hosted-function.ts'

/** The error Lambda reports for something a handler threw; anything that is not an Error is reported as text. */
export function toFunctionError(thrown: unknown): FunctionError {
  if (!(thrown instanceof Error)) {
    return { errorType: typeof thrown, errorMessage: String(thrown) }
  }
  return {
    errorType: thrown.name,
    errorMessage: thrown.message,
    stackTrace: (thrown.stack ?? '').split('\n').map((line) => line.trim()),
  }
}

/** The function did not end in the time its template gives it. */
export function timeoutError(requestId: string, timeoutMs: number): FunctionError {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`,
  }
}

/** The execution environment ended while the function ran in it. */
export function exitError(requestId: string, reason: string): FunctionError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited ${reason}`,
  }
}
