import { AsyncLocalStorage } from 'node:async_hooks'
import { redact, redactText } from './redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/**
 * What connects log lines: the request that began the work, and the correlation id shared by all work for one file.
 */
export type CorrelationIds = { requestId?: string | undefined; correlationId?: string | undefined }

/** The fields that every line carries. `invocationId` is present where the request began in another invocation. */
type LogContext = CorrelationIds & { invocationId?: string }

const logContext = new AsyncLocalStorage<LogContext>()

/** Runs `work` so that every line it logs carries this request id, also when other work runs at the same time. */
export function withRequestId<T>(requestId: string, work: () => T): T {
  return logContext.run({ requestId }, work)
}

/** Runs `work` with its own copy of the log context, for work that an invocation does concurrently. */
export function withOwnLogContext<T>(work: () => T): T {
  return logContext.run({ ...logContext.getStore() }, work)
}

/**
 * Runs `work` for the request that began it, perhaps in an earlier invocation. Its lines carry the id of that request
 * and, as `invocationId`, the id of the present invocation. Without a request id the context is unchanged.
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

/** Adds a correlation id to all further lines of the present work. */
export function setCorrelationId(correlationId: string | undefined): void {
  const own = logContext.getStore()
  if (own && correlationId) own.correlationId = correlationId
}

/** The request id and the correlation id of the present work. */
export function currentCorrelationIds(): CorrelationIds {
  const { requestId, correlationId } = logContext.getStore() ?? {}
  return { ...(requestId && { requestId }), ...(correlationId && { correlationId }) }
}

/** One log line as JSON: `fields`, time, level, message and the ids of the log context, with secrets redacted. */
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
    // Redacted too, because a client chooses its correlation id.
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

/** Writes structured log lines to standard output, which Lambda sends to CloudWatch Logs. */
export const log = { info: write('info'), warn: write('warn'), error: write('error') }
