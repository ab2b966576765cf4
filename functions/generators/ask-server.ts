import { Fault } from '../../catalog/failures/fault.ts'
import { LostAnswer } from '../../engine/generate/lost-answer.ts'
import { FetchRefused } from '../fetch/fetch-refused.ts'
import type { FetchedResponse, guardedFetch } from '../fetch/guarded-fetch.ts'
import { log } from '../log.ts'
import { MAX_MADE_BYTES } from './made-picture.ts'
import { NotCarriedOut } from './not-carried-out.ts'

/** Which server is asked, and how. */
export type ServerTarget = {
  url: string
  /** Whether the server may be at a private address. */
  isPrivate: boolean
  /** The header `authorization`; undefined where the server wants none. */
  authorization: string | undefined
  signal: AbortSignal
  fetch: typeof guardedFetch
}

/** The longest a picture may take; the task's own deadline comes before it. */
const TIMEOUT_MS = 15 * 60_000

/** A picture in base64, and a little JSON around it. */
const MAX_ANSWER_BYTES = Math.ceil((4 / 3) * MAX_MADE_BYTES) + 100_000

/** What a server is asked. */
export type ServerRequest = {
  method?: 'GET' | 'POST' | 'PUT'
  body?: { bytes: Uint8Array; contentType: string }
}

/**
 * Asks a server once.
 * @returns the JSON of an answer with a status of 200 to 202
 * @throws NotCarriedOut where repeating costs nothing, LostAnswer where the call may have been carried out, and Fault
 * `content`, `parameter`, `generator-budget` or `runtime` for what the server answers
 */
export async function askServer(
  { url, isPrivate, authorization, signal, fetch }: ServerTarget,
  { method = 'POST', body }: ServerRequest,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && { 'content-type': body.contentType }),
      ...(authorization !== undefined && { authorization }),
    },
    ...(body && { body: body.bytes }),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
    ...(isPrivate && { allowPrivateOrigin: new URL(url).origin }),
  }).catch((error: unknown) => {
    throw error instanceof FetchRefused ? failureOf(error) : error
  })
  const answer = parse(response.bytes)
  if (response.status >= 200 && response.status <= 202) {
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
  const isSpent = /insufficient_quota|billing|exhausted balance/i.test(`${code} ${type} ${message}`)
  if (status === 402 || ((status === 429 || status === 403) && isSpent)) {
    return new Fault('generator-budget', 'The generator’s account has no credit left.')
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

type Told = Record<'code' | 'type' | 'message', string>

/** OpenAI’s `error`; FastAPI’s `detail`, a sentence or a list of what is wrong, as fal, Replicate and Cog have it. */
function errorIn({ error, detail }: Record<string, unknown>): Told {
  const first: unknown = Array.isArray(detail) ? detail[0] : (error ?? detail)
  if (typeof first === 'string') return { code: '', type: '', message: first.slice(0, 300) }
  const fields = typeof first === 'object' && first !== null ? first : {}
  const textOf = (name: string): string => {
    const value: unknown = (fields as Record<string, unknown>)[name]
    return typeof value === 'string' ? value.slice(0, 300) : ''
  }
  return { code: textOf('code'), type: textOf('type'), message: textOf('message') || textOf('msg') }
}

/** `Retry-After` in milliseconds, where it is a number of seconds (RFC 9110, section 10.2.3). */
function retryAfterMs(headers: Record<string, string>): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

function parse(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(new TextDecoder().decode(bytes))
    // fal lists what is wrong with a request.
    const answer = Array.isArray(read) ? { detail: read } : read
    const isObject = typeof answer === 'object' && answer !== null
    return isObject ? (answer as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
