import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Engine } from '../run/engine.ts'
import { actions } from './actions.ts'
import { ApiError } from './api-error.ts'

// The largest request holds an input of 262,144 bytes inside a JSON string, where a byte can take six characters.
const maxBodyBytes = 2 * 1_024 * 1_024
const target = /^AWSStepFunctions\.(\w{1,64})$/

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes)
      throw new ApiError('ValidationException', `request: more than ${maxBodyBytes} bytes`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString() || '{}')
  } catch {
    throw new ApiError('SerializationException', 'request: not JSON')
  }
}

async function answer(engine: Engine, request: IncomingMessage): Promise<object> {
  const [, name = ''] = target.exec(String(request.headers['x-amz-target'] ?? '')) ?? []
  const action = actions.get(name)
  if (request.method !== 'POST' || action === undefined)
    throw new ApiError('UnknownOperationException', `x-amz-target: no such action here: ${name}`)
  return action(engine, await readBody(request))
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

/** Serves the AWS JSON 1.0 protocol of Step Functions on 127.0.0.1. Port 0 takes a free one. */
export function serveApi(engine: Engine, port: number): Promise<Server> {
  const server = createServer((request, response) => void serve(engine, request, response))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}
