import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failure.ts'
import { FAILURES, type FailureCode } from '../../../catalog/failures.ts'
import { log } from '../../log.ts'
import { limitOpen } from '../rate/limit-open.ts'
import type { ApiDeps } from './api-deps.ts'
import type { ApiRequest } from './api-request.ts'
import { failureResponse, successResponse } from './api-response.ts'
import { authenticate } from './authenticate.ts'
import { limitRequest } from './limit-request.ts'
import { matchRoute } from './match-route.ts'
import type { Answer, Answerer, Asked, Route } from './route.ts'
import { ROUTES } from './routes.ts'

const MAX_BODY = 1_000_000

/**
 * Answers one request: size, then key (but for what is open to anybody), then rate, then path, then body, then units; a
 * body may be read while the request is counted, but what is wrong with it is said only where the rate allows it. Never throws: a failure with a name is answered with its code, anything else as `InternalError`, whose cause stands
 * in the log under the request's id.
 */
export const answerRequest = async (
  request: ApiRequest,
  requestId: string,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const began = performance.now()
  const told: Told = { method: request.method }
  const response = await respond(request, requestId, told, deps)
  const { statusCode: status } = response
  const ms = Math.round((performance.now() - began) * 10) / 10
  log.info('A request was answered.', { ...told, status, ms })
  return response
}

/** What the log says of a request: never its path or query, in which clients put what is secret. */
type Told = { method: string; route?: string; account?: string; code?: FailureCode }

const respond = async (
  request: ApiRequest,
  requestId: string,
  told: Told,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> => {
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

const carryOut = async (request: ApiRequest, told: Told, deps: ApiDeps): Promise<Answer> => {
  if (request.body.byteLength > MAX_BODY) throw new Failure('PayloadTooLarge')
  const found = matchRoute(request.method, request.path)
  if (found) told.route = found.route.path
  if (found?.route.open) {
    await limitOpen(request.ip, deps)
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

const read = (route: Route, asked: Asked): Answerer =>
  'read' in route ? route.read(asked) : (deps) => route.answer(asked, deps)

/** What is refused is refused when the answer is asked for. */
const attempt = (route: Route, asked: Asked): Answerer => {
  try {
    return read(route, asked)
  } catch (reason) {
    return () => Promise.reject(reason)
  }
}
