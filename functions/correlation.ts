import { currentOrigin } from './log.ts'

/** The header that carries a correlation id from one system to the next. It is for finding lines and proves nothing. */
const HEADER = 'x-correlation-id'

/** Visible characters, so that no id can break a header or fill a log. */
const ID = /^[\x21-\x7e]{1,128}$/

/** The id a request or a webhook came with; undefined when it has none that can be used. Names in lower case. */
export const correlationIn = (
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const id = headers[HEADER]
  return id !== undefined && ID.test(id) ? id : undefined
}

/** The header for what is sent on behalf of the work at hand; empty when that has no id. */
export const correlationHeader = (): Record<string, string> => {
  const { correlationId } = currentOrigin()
  return correlationId ? { [HEADER]: correlationId } : {}
}
