import type { InvokeResult } from './hosted-function.ts'
import type { InvocationFacts } from './lambda-context.ts'

/** The start data of an isolated worker. */
export type IsolatedData = { readonly entry: string }

/** One invocation, sent to an isolated worker. Payloads travel as JSON text. */
export type IsolatedCall = { readonly facts: InvocationFacts; readonly payload: string }

/** The answer of an isolated worker. */
export type IsolatedAnswer = { readonly result: string }

/** Reads the result of a worker. */
export function readAnswer(answer: IsolatedAnswer): InvokeResult {
  return JSON.parse(answer.result)
}
