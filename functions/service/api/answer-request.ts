import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Failure } from '../../../catalog/failure.ts'
import { log } from '../../log.ts'
import type { KeyStore } from '../keys/key-store.ts'
import type { ApiRequest } from './api-request.ts'
import { failureResponse, successResponse } from './api-response.ts'
import { authenticate } from './authenticate.ts'
import { type CreateTaskDeps, createTask } from './create-task.ts'
import { type CreateUploadsDeps, createUploads } from './create-uploads.ts'
import { matchRoute } from './match-route.ts'
import { readJson } from './read-json.ts'
import { type ReadTaskDeps, readTask } from './read-task.ts'

export type ApiDeps = CreateTaskDeps & CreateUploadsDeps & ReadTaskDeps & { keys: KeyStore }

const MAX_BODY = 1_000_000

/**
 * Answers one request: size, then key, then path, then body, then units. Never throws: a failure with a name is
 * answered with its code, anything else as `InternalError`, whose cause stands in the log under the request's id.
 */
export const answerRequest = async (
  request: ApiRequest,
  requestId: string,
  deps: ApiDeps,
): Promise<APIGatewayProxyStructuredResultV2> => {
  try {
    return successResponse(await carryOut(request, deps), requestId)
  } catch (error) {
    if (error instanceof Failure && error.status < 500) return failureResponse(error, requestId)
    log.error('A request could not be answered.', { method: request.method, error })
    return failureResponse(new Failure('InternalError'), requestId)
  }
}

const carryOut = async (request: ApiRequest, deps: ApiDeps): Promise<unknown> => {
  if (request.body.byteLength > MAX_BODY) throw new Failure('PayloadTooLarge')
  const account = await authenticate(request, deps)
  const route = matchRoute(request.method, request.path)
  if (route.action === 'read-task') return readTask({ account, ...route }, deps)
  const body = readJson(request.body)
  if (route.action === 'create-uploads') return createUploads(account, body, deps)
  const idempotencyKey = request.headers['idempotency-key']
  return createTask({ account, ...route, body, idempotencyKey }, deps)
}
