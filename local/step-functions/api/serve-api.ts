import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { guardFromPages } from '../../http/guard-loopback.ts'
import { BodyTooLargeError, readBody } from '../../http/read-body.ts'
import type { Engine } from '../run/engine.ts'
import { actions } from './actions.ts'
import { ApiError } from './api-error.ts'

// The largest request holds an input of 262,144 bytes inside a JSON string, where a byte can take six characters.
const maxBodyBytes = 2 * 1_024 * 1_024
const target = /^AWSStepFunctions\.(\w{1,64})$/

async function readInput(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request, maxBodyBytes).catch((error: unknown) => {
    if (!(error instanceof BodyTooLargeError)) throw error
    throw new ApiError('ValidationException', `request: more than ${maxBodyBytes} bytes`)
  })
  try {
    return JSON.parse(body.toString() || '{}')
  } catch {
    throw new ApiError('SerializationException', 'request: not JSON')
  }
}

async function answer(engine: Engine, request: IncomingMessage): Promise<object> {
  const [, name = ''] = target.exec(String(request.headers['x-amz-target'] ?? '')) ?? []
  const action = actions.get(name)
  if (request.method !== 'POST' || action === undefined)
    throw new ApiError('UnknownOperationException', `x-amz-target: no such action here: ${name}`)
  return action(engine, await readInput(request))
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  })
  response.end(JSON.stringify(body))
}

async function serve(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    reply(response, 200, await answer(engine, request))
  } catch (thrown) {
    if (thrown instanceof ApiError)
      reply(response, 400, { __type: thrown.name, message: thrown.message })
    else reply(response, 500, { __type: 'InternalFailure', message: 'the interpreter failed' })
    request.resume()
  }
}

/** A server, not listening yet, of the AWS JSON 1.0 protocol of Step Functions (Smithy, "AWS JSON 1.0 protocol"). */
export function createApiServer(engine: Engine): Server {
  return createServer(guardFromPages((request, response) => void serve(engine, request, response)))
}
