import { AsyncLocalStorage } from 'node:async_hooks'
import { redact, redactText } from './redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

const requests = new AsyncLocalStorage<string>()

/** Runs `work` so that every line logged inside carries this request id, whatever else the process does meanwhile. */
export const withRequestId = <T>(requestId: string, work: () => T): T =>
  requests.run(requestId, work)

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
    requestId: requests.getStore(),
  })

const write =
  (level: LogLevel) =>
  (message: string, fields?: Record<string, unknown>): void => {
    process.stdout.write(`${logLine(level, message, fields)}\n`)
  }

/** Structured log lines on standard output. */
export const log = { info: write('info'), warn: write('warn'), error: write('error') }
