import type { FunctionError } from './hosted-function.ts'

/** The error that Lambda reports for something a handler threw. Anything but an Error is reported as text. */
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

/** The error of a function that did not end within its timeout. */
export function timeoutError(requestId: string, timeoutMs: number): FunctionError {
  return {
    errorType: 'Sandbox.Timedout',
    errorMessage: `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1_000).toFixed(2)} seconds`,
  }
}

/** The error of a function whose execution environment ended while it ran. */
export function exitError(requestId: string, reason: string): FunctionError {
  return {
    errorType: 'Runtime.ExitError',
    errorMessage: `RequestId: ${requestId} Error: Runtime exited ${reason}`,
  }
}
