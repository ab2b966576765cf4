import { toFunctionError } from './function-error.ts'
import type { HostedFunction, InvokeResult } from './hosted-function.ts'
import { type Handler, importHandler } from './import-handler.ts'
import { type InvocationFacts, lambdaContextOf } from './lambda-context.ts'

/** Runs one invocation to its end. A failure of the function is a result. */
export type Runner = {
  run(facts: InvocationFacts, payload: unknown): Promise<InvokeResult>
  close(): Promise<void>
}

/**
 * Runs a function in this process. It cannot be stopped from outside: one that timed out runs on, and its result is
 * dropped.
 */
export function createInProcessRunner(hosted: HostedFunction, instance: string): Runner {
  let handler: Promise<Handler> | undefined
  return {
    run: async (facts, payload) => {
      try {
        handler ??= importHandler(hosted.entry, instance)
        const result = await (await handler)(payload, lambdaContextOf(facts))
        return { payload: result }
      } catch (error) {
        return { error: toFunctionError(error) }
      }
    },
    close: async () => undefined,
  }
}
