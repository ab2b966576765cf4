import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { authenticate } from '../aws-json/authenticate.ts'
import { authorize, type RequiredRights } from '../aws-json/authorize.ts'
import { AwsError } from '../aws-json/aws-error.ts'
import { BodyTooLargeError, readBody } from '../http/read-body.ts'
import type { Access } from '../iam/access.ts'

type Guard = {
  readonly access: Access
  readonly region: string
  readonly requiredRights: RequiredRights
}

/** The limit of a BatchWriteItem request in bytes, the largest of all (API Reference). */
const MAX_BODY = 16 * 1024 * 1024

/**
 * Passes only requests that are signed and whose signer has the rights that they need; dynalite checks neither. The
 * body is read here and handed on as the request's only part.
 */
export function guardTables(listener: RequestListener, options: Guard): RequestListener {
  return async (request, response) => {
    const body = await readChecked(request, options).catch((error) => refuse(response, error))
    if (!body) return
    listener(request, response)
    // dynalite has added its listeners by now; the request itself has ended and emits nothing more.
    request.emit('data', body)
    request.emit('end')
  }
}

async function readChecked(
  request: IncomingMessage,
  { access, region, requiredRights }: Guard,
): Promise<Buffer> {
  const body = await readBody(request, MAX_BODY)
  const caller = authenticate(request, body, { access, region, service: 'dynamodb' })
  const [, operation = ''] = String(request.headers['x-amz-target'] ?? '').split('.')
  authorize(access, caller, requiredRights(operation, parse(body)))
  return body
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new AwsError('com.amazon.coral.service#SerializationException', 'The body is not JSON')
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return
  const { status, code, message } = toAwsError(error)
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  })
  response.end(JSON.stringify({ __type: code, message }))
}

function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error
  if (error instanceof BodyTooLargeError)
    return new AwsError('RequestEntityTooLargeException', 'The request is too large', {
      status: 413,
    })
  return new AwsError('InternalServerError', 'The local service failed', { status: 500 })
}
