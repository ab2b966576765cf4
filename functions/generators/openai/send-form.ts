import { Fault } from '../../../catalog/failures/fault.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import { FetchRefused } from '../../fetch/fetch-refused.ts'
import type { FetchedResponse, guardedFetch } from '../../fetch/guarded-fetch.ts'
import { log } from '../../log.ts'
import { MAX_MADE_BYTES } from '../made-picture.ts'
import { NotCarriedOut } from '../not-carried-out.ts'

/** Where a form goes, and how. */
export type FormTarget = {
  url: string
  /** Whether the server may be at a private address. */
  isPrivate: boolean
  bearer: string | undefined
  signal: AbortSignal
  fetch: typeof guardedFetch
}

/** The longest a picture may take; the task's own deadline comes before it. */
const TIMEOUT_MS = 15 * 60_000

/** A picture in base64, and a little JSON around it. */
const MAX_ANSWER_BYTES = Math.ceil((4 / 3) * MAX_MADE_BYTES) + 100_000

/**
 * Posts a form once.
 * @returns the JSON of the answer
 * @throws NotCarriedOut where repeating costs nothing, LostAnswer where the call may have been carried out, and Fault
 * `content`, `parameter` or `runtime` for what the server answers
 */
export async function sendForm(
  form: FormData,
  { url, isPrivate, bearer, signal, fetch }: FormTarget,
): Promise<Record<string, unknown>> {
  const encoded = new Response(form)
  const contentType = encoded.headers.get('content-type') ?? ''
  const body = new Uint8Array(await encoded.arrayBuffer())
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': contentType,
      accept: 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
    ...(isPrivate && { allowPrivateOrigin: new URL(url).origin }),
  }).catch((error: unknown) => {
    throw error instanceof FetchRefused ? failureOf(error) : error
  })
  const answer = parse(response.bytes)
  if (response.status === 200) {
    if (answer) return answer
    throw new LostAnswer('The generator’s answer cannot be read.')
  }
  throw refusalOf(response, answer ?? {})
}

/** Reasons of the guard itself and errors of a connection that was never made: nothing was sent. */
function failureOf(error: FetchRefused): Error {
  const { reason, cause } = error
  if (reason === 'url' || reason === 'address') {
    log.error('The generator’s address is refused; docs/generators.md says how one is allowed.', {
      error,
    })
    return new Fault('runtime', 'The generator’s address is not allowed.', { cause: error })
  }
  const { code } = (cause ?? {}) as { code?: unknown }
  if (reason === 'dns' || code === 'ECONNREFUSED') {
    return new NotCarriedOut('The generator cannot be reached.', { cause: error })
  }
  return new LostAnswer('The generator’s answer did not arrive whole.', { cause: error })
}

/** What a status other than 200 means. Only 429 and 503 say that nothing was done and that it may be tried again. */
function refusalOf({ status, headers }: FetchedResponse, answer: Record<string, unknown>): Error {
  const { code, type, message } = errorIn(answer)
  log.warn('The generator refused a call.', { status, code, type })
  if (/moderation|content_policy|content_filter|safety|nsfw/i.test(`${code} ${type}`)) {
    return new Fault('content', 'The generator’s filter refused the request.')
  }
  if (status === 429 && /insufficient_quota|billing/i.test(`${code} ${type}`)) {
    return new Fault('runtime', 'The generator’s account has no credit left.')
  }
  if (status === 429 || status === 503) {
    return new NotCarriedOut('The generator is busy.', { waitMs: retryAfterMs(headers) })
  }
  if (status === 401 || status === 403) {
    return new Fault('runtime', 'The generator refuses the key it was given.')
  }
  if (status === 404 || status === 405) {
    return new Fault('runtime', 'The generator has no such model, or does not edit images.')
  }
  if (status === 400 || status === 413 || status === 422) {
    return /safety system|content policy|moderation/i.test(message)
      ? new Fault('content', 'The generator’s filter refused the request.')
      : new Fault('parameter', 'The generator does not take this picture or prompt.')
  }
  if (status === 502 || status === 504) {
    return new LostAnswer('The generator’s answer was lost on its way.')
  }
  return new Fault('runtime', `The generator answered with HTTP status ${status}.`)
}

function errorIn({ error }: Record<string, unknown>): Record<'code' | 'type' | 'message', string> {
  const fields = typeof error === 'object' && error !== null ? error : {}
  const textOf = (name: string): string => {
    const value: unknown = (fields as Record<string, unknown>)[name]
    return typeof value === 'string' ? value.slice(0, 300) : ''
  }
  return { code: textOf('code'), type: textOf('type'), message: textOf('message') }
}

/** `Retry-After` in milliseconds, where it is a number of seconds (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Record<string, string>): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
    return isObject ? (answer as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
