import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { type CheckedUrl, checkUrl } from './check-url.ts'
import { FetchRefused } from './fetch-refused.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { limitBytes, readBody, readPrefix } from './read-body.ts'

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

export type FetchedResponse = {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  bytes: Uint8Array
}

const MAX_REDIRECTS = 3

/** An answer whose body comes as it is read. Whoever does not read it to its end calls `discard`. */
export type StreamedResponse = Omit<FetchedResponse, 'bytes'> & {
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
export async function guardedFetch(
  url: string,
  options: GuardedFetchOptions,
): Promise<FetchedResponse> {
  const bounds = boundsOf(options)
  try {
    const response = await followRedirects(checkUrl(url, options.allowLoopbackOrigin), bounds)
    return await readResponse(response, bounds)
  } catch (error) {
    throw bounds.toFetchRefused(error)
  }
}

/** The same for a body too large to hold: it is handed on as it comes, within the same caps, a longer one refused. */
export async function guardedFetchStream(
  url: string,
  options: Omit<GuardedFetchOptions, 'overflow'>,
): Promise<StreamedResponse> {
  const bounds = boundsOf(options)
  try {
    const response = requireIdentityEncoding(
      await followRedirects(checkUrl(url, options.allowLoopbackOrigin), bounds),
    )
    return {
      status: response.statusCode ?? 0,
      headers: joinHeaders(response),
      body: streamBody(response, bounds),
      discard: () => response.destroy(),
    }
  } catch (error) {
    throw bounds.toFetchRefused(error)
  }
}

/** The options with a signal that also keeps their time, and what an error within them means. */
type FetchBounds = GuardedFetchOptions & {
  signal: AbortSignal
  toFetchRefused(error: unknown): unknown
}

function boundsOf(options: GuardedFetchOptions): FetchBounds {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([timeout, ...(options.signal ? [options.signal] : [])])
  const explained = (error: unknown): unknown => {
    if (options.signal?.aborted) return refused('aborted', 'The fetch was stopped.', error)
    if (timeout.aborted) return refused('timeout', `No answer in ${options.timeoutMs} ms.`, error)
    if (error instanceof FetchRefused || !isNetworkError(error)) return error
    return refused('network', 'The connection failed.', error)
  }
  return { ...options, signal, toFetchRefused: explained }
}

const streamBody = async function* (
  response: IncomingMessage,
  { maxBytes, toFetchRefused }: FetchBounds,
): AsyncGenerator<Uint8Array> {
  try {
    yield* limitBytes(response, maxBytes)
  } catch (error) {
    throw toFetchRefused(error)
  } finally {
    response.destroy()
  }
}

async function followRedirects(first: CheckedUrl, options: FetchBounds): Promise<IncomingMessage> {
  let target = first
  let trusted = true
  for (let redirects = 0; ; redirects += 1) {
    // Not given back on a way back either: where it leads was chosen elsewhere.
    trusted &&= target.url.origin === first.url.origin
    const response = await send(target, trusted ? options : { ...options, headers: {} })
    const location = redirectTarget(response, options)
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

function redirectTarget(
  { statusCode = 0, headers }: IncomingMessage,
  { method = 'GET' }: GuardedFetchOptions,
): string | undefined {
  return method === 'GET' && [301, 302, 303, 307, 308].includes(statusCode)
    ? headers.location
    : undefined
}

function send(
  { url, loopback }: CheckedUrl,
  { method = 'GET', body, headers, signal, resolve }: GuardedFetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((answered, failed) => {
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
}

function isIdentityEncoded({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity'
}

function requireIdentityEncoding(response: IncomingMessage): IncomingMessage {
  if (isIdentityEncoded(response)) return response
  response.destroy()
  throw new FetchRefused('encoding', 'The answer is encoded although plain bytes were asked.')
}

async function readResponse(
  response: IncomingMessage,
  { maxBytes, overflow = 'refuse' }: GuardedFetchOptions,
): Promise<FetchedResponse> {
  try {
    const bytes =
      overflow === 'refuse'
        ? await readBody(requireIdentityEncoding(response), maxBytes)
        : await readPrefix(response, isIdentityEncoded(response) ? maxBytes : 0)
    return { status: response.statusCode ?? 0, headers: joinHeaders(response), bytes }
  } finally {
    response.destroy()
  }
}

function joinHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** Errors of sockets, TLS, DNS and HTTP framing carry a code; a bug in this code does not. */
function isNetworkError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

function refused(
  reason: 'aborted' | 'timeout' | 'network',
  message: string,
  cause: unknown,
): FetchRefused {
  return new FetchRefused(reason, message, { cause })
}
