import { AsyncLocalStorage } from 'node:async_hooks'
import { redact, redactText } from './redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** What a piece of work goes back to: the request that began it, and what all that is done for one file has in common. */
export type Origin = { requestId?: string | undefined; correlationId?: string | undefined }

/** What lines belong to; the invocation is named where another one serves the request. */
type Belonging = Origin & { invocationId?: string }

const belongings = new AsyncLocalStorage<Belonging>()

/** Runs `work` so that every line logged inside carries this request id, whatever else the process does meanwhile. */
export const withRequestId = <T>(requestId: string, work: () => T): T =>
  belongings.run({ requestId }, work)

/** Runs `work` as one of several that an invocation does at once: what is noted of it stays with it. */
export const apart = <T>(work: () => T): T => belongings.run({ ...belongings.getStore() }, work)

/**
 * Runs `work` for the request that began it, perhaps long ago and elsewhere: lines carry that request's id, and beside
 * it the one of the invocation they are written in. Without a request's id nothing is different.
 */
export const onBehalfOf = <T>({ requestId, correlationId }: Origin, work: () => T): T => {
  const own = belongings.getStore() ?? {}
  const invocationId = own.invocationId ?? own.requestId
  const begun = requestId !== undefined && requestId !== own.requestId
  return belongings.run(
    {
      ...own,
      ...(begun && { requestId, ...(invocationId && { invocationId }) }),
      ...(correlationId && { correlationId }),
    },
    work,
  )
}

/** Lets every line that this piece of work logs from here on carry a correlation id. */
export const correlate = (correlationId: string | undefined): void => {
  const own = belongings.getStore()
  if (own && correlationId) own.correlationId = correlationId
}

/** What the work at hand goes back to. */
export const currentOrigin = (): Origin => {
  const { requestId, correlationId } = belongings.getStore() ?? {}
  return { ...(requestId && { requestId }), ...(correlationId && { correlationId }) }
}

/** One line of JSON for one fact: time, level, message, the request it belongs to, then `fields`, free of secrets. */
export const logLine = (
  level: LogLevel,
  message: string,
  fields: Record<string, unknown> = {},
): string =>
  JSON.stringify({
    ...redacted(fields),
    at: new Date().toISOString(),
    level,
    message: redactText(message),
    // A client chooses its correlation id.
    ...redacted(belongings.getStore() ?? {}),
  })

const redacted = (fields: object): Record<string, unknown> =>
  redact(fields) as Record<string, unknown>

const write =
  (level: LogLevel) =>
  (message: string, fields?: Record<string, unknown>): void => {
    process.stdout.write(`${logLine(level, message, fields)}\n`)
  }

/** Structured log lines on standard output. */
export const log = { info: write('info'), warn: write('warn'), error: write('error') }
