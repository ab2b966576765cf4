import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failure.ts'
import { FAILURES, type FailureCode } from '../../../catalog/failures.ts'
import { log } from '../../log.ts'
import type { ApiRequest } from '../http/api-request.ts'
import { failureResponse, successResponse } from '../http/api-response.ts'
import { limitAnonymous } from '../rate/limit-anonymous.ts'
import { limitRequest } from '../rate/limit-request.ts'
import { authenticate } from './authenticate.ts'
import type { ApiDeps } from './routes/api-deps.ts'
import { matchRoute } from './routes/match-route.ts'
import type { Answerer, Route, RouteRequest, RouteResponse } from './routes/route.ts'
import { ROUTES } from './routes/routes.ts'

const MAX_BODY_BYTES = 1_000_000

/**
 * Answers one request: size, then key (but for what is open to anybody), then rate, then path, then body, then units; a
 * body may be read while the request is counted, but what is wrong with it is said only where the rate allows it. Never throws: a failure with a name is answered with its code, anything else as `InternalError`, whose cause stands
 * in the log under the request's id.
 */
export async function handleRequest(
  request: ApiRequest,
  requestId: string,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  const began = performance.now()
  const told: RequestLog = { method: request.method }
  const response = await respond(request, requestId, told, deps)
  const { statusCode: status } = response
  const ms = Math.round((performance.now() - began) * 10) / 10
  log.info('A request was answered.', { ...told, status, ms })
  return response
}

/** What the log says of a request: never its path or query, in which clients put what is secret. */
type RequestLog = { method: string; route?: string; account?: string; code?: FailureCode }

async function respond(
  request: ApiRequest,
  requestId: string,
  told: RequestLog,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  try {
    return successResponse(await carryOut(request, told, deps), requestId)
  } catch (error) {
    if (error instanceof Failure && FAILURES[error.code].kind === 'request') {
      told.code = error.code
      return failureResponse(error, requestId)
    }
    told.code = 'InternalError'
    log.error('A request could not be answered.', { method: request.method, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

async function carryOut(
  request: ApiRequest,
  told: RequestLog,
  deps: ApiDeps,
): Promise<RouteResponse> {
  if (request.body.byteLength > MAX_BODY_BYTES) throw new Failure('PayloadTooLarge')
  const found = matchRoute(request.method, request.path)
  if (found) told.route = found.route.path
  if (found?.route.open) {
    await limitAnonymous(request.ip, deps)
    return read(found.route, { ...found, request, account: '', routes: ROUTES })(deps)
  }
  const key = await authenticate(request, deps, found?.route.unrecognized)
  told.account = key.account
  const counted = limitRequest(key, request.ip, deps)
  const answer =
    found && attempt(found.route, { ...found, request, account: key.account, routes: ROUTES })
  await counted
  if (!answer) throw new Failure('NotFound')
  return answer(deps)
}

function read(route: Route, asked: RouteRequest): Answerer {
  return 'read' in route ? route.read(asked) : (deps) => route.answer(asked, deps)
}

/** What is refused is refused when the answer is asked for. */
function attempt(route: Route, asked: RouteRequest): Answerer {
  try {
    return read(route, asked)
  } catch (reason) {
    return () => Promise.reject(reason)
  }
}
