import { currentCorrelationIds } from './log.ts'

/** The header that carries a correlation id between systems. It helps to find log lines and authenticates nothing. */
const CORRELATION_HEADER = 'x-correlation-id'

/** Up to 128 visible ASCII characters, so that no id can break a header or flood a log. */
const CORRELATION_ID = /^[\x21-\x7e]{1,128}$/

/** The correlation id in the headers of a request; undefined when there is no valid one. Header names in lower case. */
export function correlationIdIn(
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const id = headers[CORRELATION_HEADER]
  return id !== undefined && CORRELATION_ID.test(id) ? id : undefined
}

/** The correlation header for outgoing requests of the current work; empty when it has no correlation id. */
export function correlationHeader(): Record<string, string> {
  const { correlationId } = currentCorrelationIds()
  return correlationId ? { [CORRELATION_HEADER]: correlationId } : {}
}
