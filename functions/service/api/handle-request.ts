import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failures/failure.ts'
import { FAILURES, type FailureCode } from '../../../catalog/failures/failures.ts'
import { throttleOf } from '../../../catalog/limits/throttles.ts'
import { BUSY_SECONDS } from '../../../catalog/tasks/task-times.ts'
import { log } from '../../log.ts'
import type { ApiRequest } from '../core/http/api-request.ts'
import { failureResponse, type RouteResponse, successResponse } from '../core/http/api-response.ts'
import type { KeyStore } from '../core/ports/key-store.ts'
import { type LimitRequestDeps, limitAnonymous, limitRequest } from '../core/rate/limit-request.ts'
import { type LimitStrangersDeps, limitStrangers } from '../core/rate/limit-strangers.ts'
import { RateLimited } from '../core/rate/rate-limited.ts'
import { authenticate, bearerHash } from './authenticate.ts'
import { matchRoute } from './routes/match-route.ts'
import type { Route, RouteDeps, RouteRequest } from './routes/route.ts'

/** What handling a request depends on. */
export type ApiDeps = RouteDeps & LimitRequestDeps & LimitStrangersDeps & { keys: KeyStore }

const MAX_BODY_BYTES = 1_000_000
const BUSY = 'The service has more to do at once than it can.'

/**
 * Handles one HTTP request. Never throws: a `Failure` of the request is sent with its code, and any other error as
 * `InternalError`, whose cause is logged with the id of the request. Where AWS says that too much is asked at once,
 * that is said on as `TooManyRequests`: a client waits for that, and asks a few times only after an `InternalError`.
 */
export function handleRequest(
  request: ApiRequest,
  requestId: string,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return logged(request, (entry) =>
    withFailureResponses(requestId, entry, async () =>
      successResponse(await dispatch(request, entry, deps), requestId),
    ),
  )
}

/** The fields a request is logged with: never its path or query, in which a client may have put a secret. */
type RequestLog = { method: string; route?: string; account?: string; code?: FailureCode }

/** Logs one line for the request that `respond` handles, with the status and the duration in milliseconds. */
async function logged(
  { method }: ApiRequest,
  respond: (entry: RequestLog) => Promise<APIGatewayProxyStructuredResultV2>,
): Promise<APIGatewayProxyStructuredResultV2> {
  const began = performance.now()
  const entry: RequestLog = { method }
  const response = await respond(entry)
  const { statusCode: status } = response
  const ms = Math.round((performance.now() - began) * 10) / 10
  log.info('A request was answered.', { ...entry, status, ms })
  return response
}

/** Turns what `respond` throws into a response. */
async function withFailureResponses(
  requestId: string,
  entry: RequestLog,
  respond: () => Promise<APIGatewayProxyStructuredResultV2>,
): Promise<APIGatewayProxyStructuredResultV2> {
  try {
    return await respond()
  } catch (error) {
    if (error instanceof Failure && FAILURES[error.code].kind === 'request') {
      entry.code = error.code
      return failureResponse(error, requestId)
    }
    const throttle = throttleOf(error)
    if (throttle !== undefined) {
      entry.code = 'TooManyRequests'
      log.warn('AWS takes no more at once.', { method: entry.method, cause: throttle })
      return failureResponse(new RateLimited(BUSY_SECONDS, BUSY), requestId)
    }
    entry.code = 'InternalError'
    log.error('A request could not be answered.', { method: entry.method, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

/**
 * Checks a request and passes it to its route. The order of the checks is part of the interface: the size of the body,
 * then the key, then the rate, then the path, and last what the route itself refuses. So nobody without a key learns
 * which paths exist, and a request above the rate costs no more than its count.
 */
async function dispatch(
  request: ApiRequest,
  entry: RequestLog,
  deps: ApiDeps,
): Promise<RouteResponse> {
  if ((request.bodyBytes ?? request.body.byteLength) > MAX_BODY_BYTES)
    throw new Failure('PayloadTooLarge')
  const match = matchRoute(request.method, request.path)
  if (match) entry.route = match.route.path
  const sender = match?.route.anonymous
    ? await admitAnonymous(request, deps)
    : await admitKey(request, match?.route, entry, deps)
  if (!match) throw new Failure('NotFound')
  return match.route.handle({ ...sender, request, variable: match.variable }, deps)
}

type Sender = Pick<RouteRequest, 'account' | 'keyName'>

/** Counts a request that needs no key by its address. It has no account. */
async function admitAnonymous({ ip }: ApiRequest, deps: ApiDeps): Promise<Sender> {
  await limitAnonymous(ip, deps)
  return { account: '' }
}

/**
 * Authenticates a request and counts it by key and address, one without a valid key by its address alone. Returns the
 * account and the name of the key.
 */
async function admitKey(
  request: ApiRequest,
  route: Route | undefined,
  entry: RequestLog,
  deps: ApiDeps,
): Promise<Sender> {
  const sender = { ip: request.ip, hash: bearerHash(request.headers) }
  const key = await limitStrangers(sender, deps, () =>
    authenticate(request, deps, route?.unknownKeyFailure),
  )
  entry.account = key.account
  await limitRequest(key, request.ip, deps)
  return { account: key.account, keyName: key.name }
}
