import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { authenticate } from '../../aws-json/authenticate.ts'
import { authorize } from '../../aws-json/authorize.ts'
import { AwsError } from '../../aws-json/aws-error.ts'
import { guardFromPages } from '../../http/guard-loopback.ts'
import { BodyTooLargeError, readBody } from '../../http/read-body.ts'
import type { Access } from '../../iam/access.ts'
import type { Engine } from '../run/engine.ts'
import { actions } from './actions.ts'
import { ApiError } from './api-error.ts'
import { stateRequiredRights } from './state-required-rights.ts'

// The largest request holds an input of 262,144 bytes inside a JSON string, where a byte can take six characters.
const maxBodyBytes = 2 * 1_024 * 1_024
const target = /^AWSStepFunctions\.(\w{1,64})$/

function readInput(request: IncomingMessage): Promise<Buffer> {
  return readBody(request, maxBodyBytes).catch((error: unknown) => {
    if (!(error instanceof BodyTooLargeError)) throw error
    throw new ApiError('ValidationException', `request: more than ${maxBodyBytes} bytes`)
  })
}

function parseInput(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || '{}')
  } catch {
    throw new ApiError('SerializationException', 'request: not JSON')
  }
}

async function answer(engine: Engine, access: Access, request: IncomingMessage): Promise<object> {
  const [, name = ''] = target.exec(String(request.headers['x-amz-target'] ?? '')) ?? []
  const action = actions.get(name)
  if (request.method !== 'POST' || action === undefined)
    throw new ApiError('UnknownOperationException', `x-amz-target: no such action here: ${name}`)
  const body = await readInput(request)
  const caller = authenticate(request, body, { access, region: engine.region, service: 'states' })
  const input = parseInput(body)
  authorize(access, caller, stateRequiredRights(engine)(name, input))
  return action(engine, input)
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
  access: Access,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    reply(response, 200, await answer(engine, access, request))
  } catch (thrown) {
    if (thrown instanceof ApiError)
      reply(response, 400, { __type: thrown.name, message: thrown.message })
    else if (thrown instanceof AwsError)
      reply(response, thrown.status, { __type: thrown.code, message: thrown.message })
    else reply(response, 500, { __type: 'InternalFailure', message: 'the interpreter failed' })
    request.resume()
  }
}

/** A server, not listening yet, of the AWS JSON 1.0 protocol of Step Functions (Smithy, "AWS JSON 1.0 protocol"). */
export function createApiServer(engine: Engine, access: Access): Server {
  return createServer(
    guardFromPages((request, response) => void serve(engine, access, request, response)),
  )
}
