import type { InvokeResult } from './hosted-function.ts'
import type { InvocationFacts } from './lambda-context.ts'

/** What an isolated worker is started with. */
export type IsolatedData = { readonly entry: string }

/** One invocation, sent to an isolated worker; payloads travel as JSON text. */
export type IsolatedCall = { readonly facts: InvocationFacts; readonly payload: string }

/** What an isolated worker answers. */
export type IsolatedAnswer = { readonly result: string }

/** Reads back the result of a worker. */
export function readAnswer(answer: IsolatedAnswer): InvokeResult {
  return JSON.parse(answer.result)
}
