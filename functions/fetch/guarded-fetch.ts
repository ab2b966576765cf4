import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import { type CheckedUrl, checkUrl, type ExemptOrigins } from './check-url.ts'
import { contentCoding } from './content-coding.ts'
import { bodyDecoder, decodeBody } from './decode-body.ts'
import { FetchRefused } from './fetch-refused.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { limitBytes, readBody, readPrefix } from './read-body.ts'

export type GuardedFetchOptions = ExemptOrigins & {
  /** The most bytes the body may have. */
  maxBytes: number
  /** What happens to a longer body: the fetch is refused (default), or its first `maxBytes` are read. */
  overflow?: 'refuse' | 'cut'
  /** For the whole fetch, from resolving the name over all redirects to the last byte of the body. */
  timeoutMs: number
  method?: 'GET' | 'POST' | 'PUT'
  body?: Uint8Array
  headers?: Readonly<Record<string, string>>
  /** Headers that hold no secret, such as `Range`: they are sent to every origin that a redirect leads to. */
  publicHeaders?: Readonly<Record<string, string>>
  signal?: AbortSignal
  /** Resolves host names; the system's resolver by default. */
  resolve?: Resolve
  /** The authorities whose certificates are trusted, PEM; those of Node by default. */
  ca?: string
}

export type FetchedResponse = {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  bytes: Uint8Array
}

const MAX_REDIRECTS = 3

/** A response whose body is streamed. The caller reads it to its end or calls `discard`. */
export type StreamedResponse = Omit<FetchedResponse, 'bytes'> & {
  /** Throws `FetchRefused` when the body exceeds its bounds or breaks off. */
  body: AsyncIterable<Uint8Array>
  discard(): void
}

/**
 * Fetches a URL that an untrusted client chose, protected against server-side request forgery (SSRF): only https on
 * port 443 and only public addresses. The rule is applied to the addresses that the socket connects to, and again on
 * every redirect. Bytes and time are limited.
 *
 * A GET follows at most three redirects. It sends the caller's headers to the first origin only, and no more once it
 * has left that origin. One whose connection is reset before it is answered is sent again, twice at most. Other methods
 * are sent once; they follow no redirect and return the 3xx response.
 *
 * Throws `FetchRefused` with the reason. Any HTTP status is a response and does not throw.
 */
export async function guardedFetch(
  url: string,
  options: GuardedFetchOptions,
): Promise<FetchedResponse> {
  const bounds = createBounds(options)
  try {
    const response = await followRedirects(checkUrl(url, options), bounds)
    return await readResponse(response, bounds)
  } catch (error) {
    throw bounds.toFetchRefused(error)
  }
}

/**
 * Like `guardedFetch`, but streams the body. A body of more than `maxBytes` is refused. With `decode` one that is
 * compressed all the same is decoded, and neither the coding nor its length is among the headers then.
 */
export async function guardedFetchStream(
  url: string,
  options: Omit<GuardedFetchOptions, 'overflow'> & { decode?: boolean },
): Promise<StreamedResponse> {
  const bounds = createBounds(options)
  try {
    const response = await followRedirects(checkUrl(url, options), bounds)
    const coding = contentCoding(response.headers['content-encoding'])
    const decoder =
      options.decode && coding ? bodyDecoder(response.headers['content-encoding'] ?? '') : undefined
    if (!decoder) requireIdentityEncoding(response)
    const body = streamBody(response, bounds)
    return {
      status: response.statusCode!,
      headers: decoder ? decodedHeaders(response) : joinHeaders(response),
      body: decoder ? decodeBody(body, decoder, options.maxBytes) : body,
      discard: () => response.destroy(),
    }
  } catch (error) {
    throw bounds.toFetchRefused(error)
  }
}

/** The options, a signal that also aborts at the timeout, and what turns errors into `FetchRefused`. */
type FetchBounds = GuardedFetchOptions & {
  signal: AbortSignal
  toFetchRefused(error: unknown): unknown
}

function createBounds(options: GuardedFetchOptions): FetchBounds {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([timeout, ...(options.signal ? [options.signal] : [])])
  const toFetchRefused = (error: unknown): unknown => {
    if (options.signal?.aborted) return refused('aborted', 'The fetch was stopped.', error)
    if (timeout.aborted) return refused('timeout', `No answer in ${options.timeoutMs} ms.`, error)
    if (error instanceof FetchRefused || !isNetworkError(error)) return error
    return refused('network', 'The connection failed.', error)
  }
  return { ...options, signal, toFetchRefused }
}

async function* streamBody(
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
    // A later redirect back to the first origin gets no headers either: another origin chose its target.
    trusted &&= target.url.origin === first.url.origin
    const response = await sendThrough(target, trusted ? options : { ...options, headers: {} })
    const location = redirectTarget(response, options)
    if (location === undefined) return response
    response.destroy()
    if (redirects >= MAX_REDIRECTS) {
      throw new FetchRefused('redirect', `More than ${MAX_REDIRECTS} redirects.`)
    }
    const next = URL.parse(location, target.url.href)
    if (!next) throw new FetchRefused('redirect', 'A redirect has no readable target.')
    target = checkUrl(next.href, options)
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

/** Milliseconds before a GET is sent again. */
const PAUSES_MS = [100, 400]

/** What AWS's SDKs repeat as well: a server that restarts, or closes a connection just when it is used. */
async function sendThrough(target: CheckedUrl, options: FetchBounds): Promise<IncomingMessage> {
  const { method = 'GET', signal } = options
  for (const ms of method === 'GET' ? PAUSES_MS : []) {
    try {
      return await send(target, options)
    } catch (error) {
      if (signal.aborted || !isReset(error)) throw error
      await pause(ms, undefined, { signal })
    }
  }
  return await send(target, options)
}

function isReset(error: unknown): boolean {
  return isNetworkError(error) && ['ECONNRESET', 'EPIPE'].includes(error.code)
}

function send(
  { url, exempt }: CheckedUrl,
  options: GuardedFetchOptions & { signal: AbortSignal },
): Promise<IncomingMessage> {
  const { method = 'GET', body, headers, publicHeaders, signal, resolve, ca } = options
  return new Promise((answered, failed) => {
    // A new agent for each request: a pooled connection could have been opened without the address check.
    const secure = url.protocol === 'https:'
    const request = (secure ? httpsRequest : httpRequest)(url, {
      agent: secure ? new HttpsAgent(ca === undefined ? {} : { ca }) : new HttpAgent(),
      method,
      signal,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'darkroom',
        ...publicHeaders,
        ...headers,
        ...(body ? { 'content-length': String(body.byteLength) } : {}),
      },
      ...(exempt ? {} : { lookup: guardedLookup(resolve) }),
    })
    request.on('response', answered).on('error', failed).end(body)
  })
}

function requireIdentityEncoding(response: IncomingMessage): IncomingMessage {
  const coding = contentCoding(response.headers['content-encoding'])
  if (coding === undefined) return response
  response.destroy()
  throw new FetchRefused(
    'encoding',
    `The answer is compressed (Content-Encoding: ${coding}) although plain bytes were asked.`,
  )
}

async function readResponse(
  response: IncomingMessage,
  { maxBytes, overflow = 'refuse' }: GuardedFetchOptions,
): Promise<FetchedResponse> {
  try {
    const bytes =
      overflow === 'refuse'
        ? await readBody(requireIdentityEncoding(response), maxBytes)
        : await readPrefix(
            response,
            contentCoding(response.headers['content-encoding']) ? 0 : maxBytes,
          )
    return { status: response.statusCode!, headers: joinHeaders(response), bytes }
  } finally {
    response.destroy()
  }
}

function decodedHeaders(response: IncomingMessage): Record<string, string> {
  const { 'content-encoding': _, 'content-length': __, ...headers } = joinHeaders(response)
  return headers
}

function joinHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** Errors of sockets, TLS, DNS and HTTP parsing have a `code`; errors from a defect in this file do not. */
function isNetworkError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}

function refused(
  reason: 'aborted' | 'timeout' | 'network',
  message: string,
  cause: unknown,
): FetchRefused {
  return new FetchRefused(reason, message, { cause })
}
