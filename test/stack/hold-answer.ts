import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

const ASKED = 'http.server.request.start'

/**
 * Delays the answers of this process's servers to the requests that `which` selects, until `until` settles or the
 * test ends. The request is carried out, but its sender continues later.
 */
export function holdAnswer(
  which: (request: IncomingMessage) => boolean,
  until: Promise<unknown>,
): void {
  const over = Promise.withResolvers<void>()
  const held = Promise.race([until, over.promise])
  const listen = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (!which(request)) return
    const { end } = response
    response.end = (...given: unknown[]) => {
      void held.then(() => Reflect.apply(end, response, given))
      return response
    }
  }
  subscribe(ASKED, listen)
  onTestFinished(() => {
    unsubscribe(ASKED, listen)
    over.resolve()
  })
}
