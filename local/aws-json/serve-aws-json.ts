import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { z } from 'zod'
import { BodyTooLargeError, readBody } from '../http/read-body.ts'
import type { Access } from '../iam/access.ts'
import { authenticate } from './authenticate.ts'
import { authorize, type RequiredRights } from './authorize.ts'
import { AwsError } from './aws-error.ts'

/** One operation of a service. The signal aborts when the client's connection closes. */
export type Operation = (input: unknown, signal: AbortSignal) => unknown

/** A service: its name in signatures, what its operations ask for, and its operations by their name. */
export type JsonService = {
  readonly signingName: string
  readonly requiredRights: RequiredRights
  readonly operations: Readonly<Record<string, Operation>>
}

/** What an endpoint serves: services by the part of `x-amz-target` before the dot. */
export type JsonEndpoint = {
  readonly access: Access
  readonly region: string
  readonly services: Readonly<Record<string, JsonService>>
}

const MAX_BODY = 4 * 1024 * 1024

/**
 * Serves the AWS JSON protocols 1.0 and 1.1 (Smithy, "AWS JSON 1.0 protocol"). `x-amz-target` names the operation,
 * such as `AmazonSQS.SendMessage`. A request must be signed, and its signer must have the rights that it needs.
 */
export function serveAwsJson(endpoint: JsonEndpoint): RequestListener {
  return async (request, response) => {
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    try {
      const result = await answer(endpoint, request, gone.signal)
      send(response, request, 200, result ?? {})
    } catch (error) {
      sendError(response, request, error)
    }
  }
}

async function answer(
  { access, region, services }: JsonEndpoint,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const target = request.headers['x-amz-target']
  const [prefix = '', name = ''] = typeof target === 'string' ? target.split('.') : []
  const service = services[prefix]
  const operation = service?.operations[name]
  if (!service || !operation)
    throw new AwsError('UnknownOperationException', `No local operation ${target}`)
  const body = await readBody(request, MAX_BODY)
  const caller = authenticate(request, body, { access, region, service: service.signingName })
  let input: unknown
  try {
    input = JSON.parse(body.toString('utf8') || '{}')
  } catch {
    throw new AwsError('SerializationException', 'The body is not JSON')
  }
  authorize(access, caller, service.requiredRights(name, input))
  return operation(input, signal)
}

function sendError(response: ServerResponse, request: IncomingMessage, error: unknown): void {
  const known = toAwsError(error)
  if (known.queryCode) response.setHeader('x-amzn-query-error', `${known.queryCode};Sender`)
  send(response, request, known.status, { __type: known.code, message: known.message })
}

function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error
  if (error instanceof BodyTooLargeError) {
    return new AwsError('RequestEntityTooLargeException', 'The request is too large', {
      status: 413,
    })
  }
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return new AwsError('ValidationException', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  return new AwsError('InternalFailure', 'The local service failed', { status: 500 })
}

function send(
  response: ServerResponse,
  request: IncomingMessage,
  status: number,
  value: unknown,
): void {
  if (response.destroyed) return
  const type = request.headers['content-type']
  response.writeHead(status, {
    'content-type': type?.startsWith('application/x-amz-json')
      ? type
      : 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  })
  response.end(JSON.stringify(value))
}
