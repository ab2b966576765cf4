import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Site } from '../camera/serve-camera.ts'
import { type BodyRoom, createBodyRoom } from '../http/body-room.ts'
import { guardHost } from '../http/guard-loopback.ts'
import { BodyTooLargeError, NoRoomError, readBody } from '../http/read-body.ts'
import { closeServer, listen } from '../http/server.ts'
import type { Invoke } from '../lambda/hosted-function.ts'
import { answerPreflight, type Cors, corsHeaders } from './cors.ts'
import { matchRoute, type Route } from './match-route.ts'
import { proxyEventOf, splitTarget } from './proxy-event.ts'
import { type HttpAnswer, messageAnswer, readResponse } from './read-response.ts'

/** What an HTTP API serves. */
export type Backend = {
  readonly apiId: string
  readonly account: string
  readonly routes: readonly Route[]
  readonly cors: Cors | undefined
  readonly invoke: Invoke
  /** Whether the function of a route lets the API invoke it. */
  readonly mayInvoke: (route: Route) => boolean
  /** Told of every answer; `ms` is what it took. */
  readonly onAnswer?: (answer: { status: number; ms: number }) => void
}

/** A running HTTP API. It listens before its functions are ready, and answers 503 until `open` is called. */
export type Gateway = {
  readonly url: string
  readonly port: number
  open(backend: Backend): void
  close(graceMs: number): Promise<void>
}

/** The limit of a request body (API Gateway Developer Guide, "Quotas for configuring and running an HTTP API"). */
const MAX_BODY = 10 * 1024 * 1024

/**
 * Bytes of bodies that are held at a time. Whoever sends them need not have a key: that is checked by the function,
 * which gets the whole body.
 */
const MOST_HELD = 64 * 1024 * 1024

/**
 * Starts an HTTP API on 127.0.0.1; port 0 takes a free one.
 * @param site answers what is not the API's, as a distribution in front of it would
 */
export async function startGateway(port: number, site?: Site): Promise<Gateway> {
  let backend: Backend | undefined
  const room = createBodyRoom(MOST_HELD)
  const server = createServer(
    guardHost(async (request, response) => {
      if (site?.(request, response)) return
      const requestId = randomUUID()
      const began = performance.now()
      const answer = backend
        ? await handle(request, requestId, { ...backend, room })
        : messageAnswer(503, 'Service Unavailable')
      send(request, response, answer, requestId, backend?.cors)
      backend?.onAnswer?.({ status: answer.status, ms: performance.now() - began })
    }),
  )
  const taken = await listen(server, port)
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    open: (ready) => {
      backend = ready
    },
    close: (graceMs) => closeServer(server, graceMs),
  }
}

async function handle(
  request: IncomingMessage,
  requestId: string,
  backend: Backend & { room: BodyRoom },
): Promise<HttpAnswer> {
  const { path } = splitTarget(request.url ?? '/')
  const preflight = request.method === 'OPTIONS' && request.headers['access-control-request-method']
  if (backend.cors && preflight) return answerPreflight(backend.cors, request.headers)
  const match = matchRoute(backend.routes, request.method ?? 'GET', path)
  if (!match) return messageAnswer(404, 'Not Found')
  if (!backend.mayInvoke(match.route)) return messageAnswer(500, 'Internal Server Error')
  try {
    const { apiId, account, room } = backend
    const body = await readBody(request, MAX_BODY, room)
    try {
      const facts = { apiId, account, requestId, now: Date.now(), body, match }
      return await callIntegration(proxyEventOf(request, facts), match.route, backend.invoke)
    } finally {
      room.give(body.length)
    }
  } catch (error) {
    if (error instanceof NoRoomError) return messageAnswer(503, 'Service Unavailable')
    if (error instanceof BodyTooLargeError) return messageAnswer(413, 'Request Entity Too Large')
    return messageAnswer(500, 'Internal Server Error')
  }
}

async function callIntegration(event: unknown, route: Route, invoke: Invoke): Promise<HttpAnswer> {
  const late = AbortSignal.timeout(route.timeoutMs)
  const result = await invoke(route.functionArn, event, late)
  if (late.aborted) return messageAnswer(503, 'Service Unavailable')
  const answer = 'error' in result ? undefined : readResponse(result.payload)
  return answer ?? messageAnswer(500, 'Internal Server Error')
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: HttpAnswer,
  requestId: string,
  cors: Cors | undefined,
): void {
  if (response.destroyed) return
  const whole = request.complete
  const headers = {
    ...answer.headers,
    ...(cors ? corsHeaders(cors, request.headers) : {}),
    'apigw-requestid': requestId,
    'content-length': answer.body.length,
    ...(whole ? {} : { connection: 'close' }),
  }
  try {
    response.writeHead(answer.status, headers)
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  } catch {
    response.writeHead(500, { 'content-type': 'application/json' })
    response.end('{"message":"Internal Server Error"}')
  }
  if (!whole) request.resume()
}
