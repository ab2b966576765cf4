import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type CheckedUrl, checkUrl } from './check-url.ts'
import { FetchRefused } from './fetch-refused.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { readBeginning, readBody, withinBytes } from './read-body.ts'

export type GuardedFetchOptions = {
  /** The most bytes the body may have. */
  maxBytes: number
  /** What happens to a longer body: the fetch is refused (default), or only so much of its beginning is read, if it can. */
  overflow?: 'refuse' | 'cut'
  /** For the whole of it: names, connections, redirects and the last byte of the body. */
  timeoutMs: number
  method?: 'GET' | 'POST'
  body?: Uint8Array
  headers?: Readonly<Record<string, string>>
  /** The one `http://127.0.0.1:<port>` that may be reached although it is neither https nor public. */
  allowLoopbackOrigin?: string | undefined
  signal?: AbortSignal
  /** How names become addresses; the system's resolver by default. */
  resolve?: Resolve
}

export type Fetched = {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  bytes: Uint8Array
}

const MAX_REDIRECTS = 3

/** An answer whose body comes as it is read. Whoever does not read it to its end calls `discard`. */
export type Opened = Omit<Fetched, 'bytes'> & {
  /** Throws `FetchRefused` where the body goes beyond its bounds or breaks off. */
  body: AsyncIterable<Uint8Array>
  discard(): void
}

/**
 * Fetches a URL that a stranger chose: https on 443, public addresses only (checked on the addresses the socket
 * connects to, and again on every redirect), with caps on bytes and time. A GET follows at most three redirects and
 * gives its own headers to the first origin only, until it leaves it; other methods follow none and answer with the 3xx itself.
 * Throws `FetchRefused` with the reason; any HTTP status is an answer.
 */
export const guardedFetch = async (url: string, options: GuardedFetchOptions): Promise<Fetched> => {
  const bounds = boundsOf(options)
  try {
    const response = await follow(checkUrl(url, options.allowLoopbackOrigin), bounds)
    return await answer(response, bounds)
  } catch (error) {
    throw bounds.explained(error)
  }
}

/** The same for a body too large to hold: it is handed on as it comes, within the same caps, a longer one refused. */
export const guardedOpen = async (
  url: string,
  options: Omit<GuardedFetchOptions, 'overflow'>,
): Promise<Opened> => {
  const bounds = boundsOf(options)
  try {
    const response = plain(await follow(checkUrl(url, options.allowLoopbackOrigin), bounds))
    return {
      status: response.statusCode ?? 0,
      headers: plainHeaders(response),
      body: bodyOf(response, bounds),
      discard: () => response.destroy(),
    }
  } catch (error) {
    throw bounds.explained(error)
  }
}

/** The options with a signal that also keeps their time, and what an error within them means. */
type Bounds = GuardedFetchOptions & { signal: AbortSignal; explained(error: unknown): unknown }

const boundsOf = (options: GuardedFetchOptions): Bounds => {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([timeout, ...(options.signal ? [options.signal] : [])])
  const explained = (error: unknown): unknown => {
    if (options.signal?.aborted) return refused('aborted', 'The fetch was stopped.', error)
    if (timeout.aborted) return refused('timeout', `No answer in ${options.timeoutMs} ms.`, error)
    if (error instanceof FetchRefused || !isNetworkError(error)) return error
    return refused('network', 'The connection failed.', error)
  }
  return { ...options, signal, explained }
}

const bodyOf = async function* (
  response: IncomingMessage,
  { maxBytes, explained }: Bounds,
): AsyncGenerator<Uint8Array> {
  try {
    yield* withinBytes(response, maxBytes)
  } catch (error) {
    throw explained(error)
  } finally {
    response.destroy()
  }
}

const follow = async (first: CheckedUrl, options: Bounds): Promise<IncomingMessage> => {
  let target = first
  let trusted = true
  for (let redirects = 0; ; redirects += 1) {
    // Not given back on a way back either: where it leads was chosen elsewhere.
    trusted &&= target.url.origin === first.url.origin
    const response = await send(target, trusted ? options : { ...options, headers: {} })
    const location = redirectOf(response, options)
    if (location === undefined) return response
    response.destroy()
    if (redirects >= MAX_REDIRECTS) {
      throw new FetchRefused('redirect', `More than ${MAX_REDIRECTS} redirects.`)
    }
    const next = URL.parse(location, target.url.href)
    if (!next) throw new FetchRefused('redirect', 'A redirect has no readable target.')
    target = checkUrl(next.href, options.allowLoopbackOrigin)
  }
}

const redirectOf = (
  { statusCode = 0, headers }: IncomingMessage,
  { method = 'GET' }: GuardedFetchOptions,
): string | undefined =>
  method === 'GET' && [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined

const send = (
  { url, loopback }: CheckedUrl,
  { method = 'GET', body, headers, signal, resolve }: GuardedFetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> =>
  new Promise((answered, failed) => {
    // An agent of its own: a pooled connection could have been opened under other rules.
    const secure = url.protocol === 'https:'
    const request = (secure ? httpsRequest : httpRequest)(url, {
      agent: secure ? new HttpsAgent() : new HttpAgent(),
      method,
      signal,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'darkroom',
        ...headers,
        ...(body ? { 'content-length': String(body.byteLength) } : {}),
      },
      ...(loopback ? {} : { lookup: guardedLookup(resolve) }),
    })
    request.on('response', answered).on('error', failed).end(body)
  })

const isPlain = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'

const plain = (response: IncomingMessage): IncomingMessage => {
  if (isPlain(response)) return response
  response.destroy()
  throw new FetchRefused('encoding', 'The answer is encoded although plain bytes were asked.')
}

const answer = async (
  response: IncomingMessage,
  { maxBytes, overflow = 'refuse' }: GuardedFetchOptions,
): Promise<Fetched> => {
  try {
    const bytes =
      overflow === 'refuse'
        ? await readBody(plain(response), maxBytes)
        : await readBeginning(response, isPlain(response) ? maxBytes : 0)
    return { status: response.statusCode ?? 0, headers: plainHeaders(response), bytes }
  } finally {
    response.destroy()
  }
}

const plainHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/** Errors of sockets, TLS, DNS and HTTP framing carry a code; a bug in this code does not. */
const isNetworkError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

const refused = (
  reason: 'aborted' | 'timeout' | 'network',
  message: string,
  cause: unknown,
): FetchRefused => new FetchRefused(reason, message, { cause })
