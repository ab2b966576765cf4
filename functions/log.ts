import { AsyncLocalStorage } from 'node:async_hooks'
import { redact, redactText } from './redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** Which request lines belong to, and the invocation that serves it when that is another one. */
type Belonging = { requestId: string; invocationId?: string }

const requests = new AsyncLocalStorage<Belonging>()

/** Runs `work` so that every line logged inside carries this request id, whatever else the process does meanwhile. */
export const withRequestId = <T>(requestId: string, work: () => T): T =>
  requests.run({ requestId }, work)

/**
 * Runs `work` for the request that began it, perhaps long ago and elsewhere: lines carry that request's id, and beside
 * it the one of the invocation they are written in. Without a request's id nothing is different.
 */
export const onBehalfOf = <T>(requestId: string | undefined, work: () => T): T => {
  const own = requests.getStore()
  if (requestId === undefined || requestId === own?.requestId) return work()
  const invocationId = own?.invocationId ?? own?.requestId
  return requests.run({ requestId, ...(invocationId && { invocationId }) }, work)
}

/** The request that is being served; undefined outside of any. */
export const currentRequestId = (): string | undefined => requests.getStore()?.requestId

/** One line of JSON for one fact: time, level, message, the request it belongs to, then `fields`, free of secrets. */
export const logLine = (
  level: LogLevel,
  message: string,
  fields: Record<string, unknown> = {},
): string =>
  JSON.stringify({
    ...(redact(fields) as Record<string, unknown>),
    at: new Date().toISOString(),
    level,
    message: redactText(message),
    ...requests.getStore(),
  })

const write =
  (level: LogLevel) =>
  (message: string, fields?: Record<string, unknown>): void => {
    process.stdout.write(`${logLine(level, message, fields)}\n`)
  }

/** Structured log lines on standard output. */
export const log = { info: write('info'), warn: write('warn'), error: write('error') }
