import { timeoutError, toFunctionError } from './function-error.ts'
import type { InvokeResult } from './hosted-function.ts'
import type { InvocationFacts } from './lambda-context.ts'

/** The limit of a synchronous response in characters of its JSON text (Lambda Developer Guide, "Lambda quotas"). */
const MAX_RESPONSE = 6 * 1024 * 1024 + 100 * 1024

/** The result of `run`, or the error that it threw. */
export async function captureError(run: () => Promise<InvokeResult>): Promise<InvokeResult> {
  try {
    return await run()
  } catch (error) {
    return { error: toFunctionError(error) }
  }
}

/** The result after serialization to JSON and back. A result that is too large becomes an error. */
export function throughJson(result: InvokeResult): InvokeResult {
  if ('error' in result) return result
  const text = JSON.stringify(result.payload ?? null)
  if (text.length <= MAX_RESPONSE) return { payload: JSON.parse(text) }
  return {
    error: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${MAX_RESPONSE} bytes).`,
    },
  }
}

/** The result, or a timeout error when it takes longer than `timeoutMs`. */
export function withTimeout(
  running: Promise<InvokeResult>,
  facts: InvocationFacts,
  timeoutMs: number,
): Promise<InvokeResult> {
  return new Promise((resolve) => {
    const late = setTimeout(
      () => resolve({ error: timeoutError(facts.requestId, timeoutMs) }),
      timeoutMs,
    )
    void running.then((result) => {
      clearTimeout(late)
      resolve(result)
    })
  })
}

/** The result, or an error as soon as the caller stops waiting. */
export function withAbort(
  ending: Promise<InvokeResult>,
  signal: AbortSignal,
): Promise<InvokeResult> {
  return new Promise((resolve) => {
    const stop = (): void =>
      resolve({
        error: { errorType: 'AbortError', errorMessage: 'The caller has stopped waiting.' },
      })
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    void ending.then((result) => {
      signal.removeEventListener('abort', stop)
      resolve(result)
    })
  })
}
