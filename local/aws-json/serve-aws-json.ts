import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { z } from 'zod'
import { BodyTooLargeError, readBody } from '../http/read-body.ts'
import { AwsError } from './aws-error.ts'

/** One operation of a service. The signal aborts when the client's connection closes. */
export type Operation = (input: unknown, signal: AbortSignal) => unknown

const MAX_BODY = 4 * 1024 * 1024

/**
 * Serves the AWS JSON protocols 1.0 and 1.1 (Smithy, "AWS JSON 1.0 protocol"). `x-amz-target` names the operation,
 * such as `AmazonSQS.SendMessage`. Signatures are not checked, because the server is for loopback only.
 */
export function serveAwsJson(operations: Readonly<Record<string, Operation>>): RequestListener {
  return async (request, response) => {
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    try {
      const result = await answer(operations, request, gone.signal)
      send(response, request, 200, result ?? {})
    } catch (error) {
      sendError(response, request, error)
    }
  }
}

async function answer(
  operations: Readonly<Record<string, Operation>>,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<unknown> {
  const target = request.headers['x-amz-target']
  const operation = typeof target === 'string' ? operations[target] : undefined
  if (!operation) throw new AwsError('UnknownOperationException', `No local operation ${target}`)
  const body = await readBody(request, MAX_BODY)
  let input: unknown
  try {
    input = JSON.parse(body.toString('utf8') || '{}')
  } catch {
    throw new AwsError('SerializationException', 'The body is not JSON')
  }
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
