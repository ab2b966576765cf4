import type { InvokeResult } from './hosted-function.ts'
import type { ContextFacts } from './make-context.ts'

/** What an isolated worker is started with. */
export type IsolatedData = { readonly entry: string }

/** One invocation, sent to an isolated worker; payloads travel as JSON text. */
export type IsolatedCall = { readonly facts: ContextFacts; readonly payload: string }

/** What an isolated worker answers. */
export type IsolatedAnswer = { readonly result: string }

/** Reads back the result of a worker. */
export const readAnswer = (answer: IsolatedAnswer): InvokeResult => JSON.parse(answer.result)
