import { currentCorrelationIds } from './log.ts'

/** The header that carries a correlation id from one system to the next. It is for finding lines and proves nothing. */
const CORRELATION_HEADER = 'x-correlation-id'

/** Visible characters, so that no id can break a header or fill a log. */
const CORRELATION_ID = /^[\x21-\x7e]{1,128}$/

/** The id a request or a webhook came with; undefined when it has none that can be used. Names in lower case. */
export function correlationIdIn(
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const id = headers[CORRELATION_HEADER]
  return id !== undefined && CORRELATION_ID.test(id) ? id : undefined
}

/** The header for what is sent on behalf of the work at hand; empty when that has no id. */
export function correlationHeader(): Record<string, string> {
  const { correlationId } = currentCorrelationIds()
  return correlationId ? { [CORRELATION_HEADER]: correlationId } : {}
}
