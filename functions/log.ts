import { AsyncLocalStorage } from 'node:async_hooks'
import { redact, redactText } from './redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** What a piece of work goes back to: the request that began it, and what all that is done for one file has in common. */
export type CorrelationIds = { requestId?: string | undefined; correlationId?: string | undefined }

/** What lines belong to; the invocation is named where another one serves the request. */
type LogContext = CorrelationIds & { invocationId?: string }

const logContext = new AsyncLocalStorage<LogContext>()

/** Runs `work` so that every line logged inside carries this request id, whatever else the process does meanwhile. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return logContext.run({ requestId }, work)
}

/** Runs `work` as one of several that an invocation does at once: what is noted of it stays with it. */
export function withOwnLogContext<T>(work: () => T): T {
  return logContext.run({ ...logContext.getStore() }, work)
}

/**
 * Runs `work` for the request that began it, perhaps long ago and elsewhere: lines carry that request's id, and beside
 * it the one of the invocation they are written in. Without a request's id nothing is different.
 */
export function onBehalfOf<T>({ requestId, correlationId }: CorrelationIds, work: () => T): T {
  const own = logContext.getStore() ?? {}
  const invocationId = own.invocationId ?? own.requestId
  const begun = requestId !== undefined && requestId !== own.requestId
  return logContext.run(
    {
      ...own,
      ...(begun && { requestId, ...(invocationId && { invocationId }) }),
      ...(correlationId && { correlationId }),
    },
    work,
  )
}

/** Lets every line that this piece of work logs from here on carry a correlation id. */
export function setCorrelationId(correlationId: string | undefined): void {
  const own = logContext.getStore()
  if (own && correlationId) own.correlationId = correlationId
}

/** What the work at hand goes back to. */
export function currentCorrelationIds(): CorrelationIds {
  const { requestId, correlationId } = logContext.getStore() ?? {}
  return { ...(requestId && { requestId }), ...(correlationId && { correlationId }) }
}

/** One line of JSON for one fact: time, level, message, the request it belongs to, then `fields`, free of secrets. */
export function logLine(
  level: LogLevel,
  message: string,
  fields: Record<string, unknown> = {},
): string {
  return JSON.stringify({
    ...redacted(fields),
    at: new Date().toISOString(),
    level,
    message: redactText(message),
    // A client chooses its correlation id.
    ...redacted(logContext.getStore() ?? {}),
  })
}

function redacted(fields: object): Record<string, unknown> {
  return redact(fields) as Record<string, unknown>
}

function write(level: LogLevel) {
  return (message: string, fields?: Record<string, unknown>): void => {
    process.stdout.write(`${logLine(level, message, fields)}\n`)
  }
}

/** Structured log lines on standard output. */
export const log = { info: write('info'), warn: write('warn'), error: write('error') }
