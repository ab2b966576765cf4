import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failure.ts'
import { FAILURES } from '../../../catalog/failures.ts'
import { log } from '../../log.ts'
import { limitOpen } from '../rate/limit-open.ts'
import type { ApiDeps } from './api-deps.ts'
import type { ApiRequest } from './api-request.ts'
import { failureResponse, successResponse } from './api-response.ts'
import { authenticate } from './authenticate.ts'
import { limitRequest } from './limit-request.ts'
import { matchRoute } from './match-route.ts'
import type { Answer } from './route.ts'
import { ROUTES } from './routes.ts'

const MAX_BODY = 1_000_000

/**
 * Answers one request: size, then key (but for what is open to anybody), then rate, then path, then body, then units.
 * Never throws: a failure with a name is answered with its code, anything else as `InternalError`, whose cause stands
 * in the log under the request's id.
 */
export const answerRequest = async (
  request: ApiRequest,
  requestId: string,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> => {
  try {
    return successResponse(await carryOut(request, deps), requestId)
  } catch (error) {
    if (error instanceof Failure && FAILURES[error.code].kind === 'request') {
      return failureResponse(error, requestId)
    }
    log.error('A request could not be answered.', { method: request.method, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

const carryOut = async (request: ApiRequest, deps: ApiDeps): Promise<Answer> => {
  if (request.body.byteLength > MAX_BODY) throw new Failure('PayloadTooLarge')
  const found = matchRoute(request.method, request.path)
  if (found?.route.open) {
    await limitOpen(request.ip, deps)
    return found.route.answer({ ...found, request, account: '', routes: ROUTES }, deps)
  }
  const key = await authenticate(request, deps)
  await limitRequest(key, request.ip, deps)
  if (!found) throw new Failure('NotFound')
  return found.route.answer({ ...found, request, account: key.account, routes: ROUTES }, deps)
}
