import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { authenticate } from '../aws-json/authenticate.ts'
import { AwsError } from '../aws-json/aws-error.ts'
import { BodyTooLargeError, readBody } from '../http/read-body.ts'
import type { Access } from '../iam/access.ts'
import type { Invoke } from './hosted-function.ts'

export type InvokeEndpoint = {
  readonly access: Access
  readonly region: string
  readonly account: string
  /** The functions, once they are there. */
  readonly invoke: () => Invoke
}

const PATH = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/

/** The most bytes of a request (Lambda Developer Guide, "Lambda quotas"). */
const MOST_BYTES = 6 * 1024 * 1024

/** Whether a request is for Lambda. */
export function isForLambda({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/2015-03-31/')
}

/**
 * Answers Invoke of Lambda for callers that wait for the answer (API Reference, Invoke), and refuses every other
 * operation. An error of the function is no error of the request: it is told by `x-amz-function-error`.
 */
export async function answerInvoke(
  request: IncomingMessage,
  response: ServerResponse,
  endpoint: InvokeEndpoint,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  try {
    const result = await invokeFor(request, endpoint, gone.signal)
    const failed = 'error' in result
    if (failed && result.error.errorType === 'ResourceNotFoundException') {
      throw new AwsError('ResourceNotFoundException', result.error.errorMessage, { status: 404 })
    }
    if (response.destroyed) return
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-amzn-requestid': randomUUID(),
      'x-amz-executed-version': '$LATEST',
      ...(failed && { 'x-amz-function-error': 'Unhandled' }),
    })
    response.end(JSON.stringify(failed ? result.error : (result.payload ?? null)))
  } catch (error) {
    refuse(response, error)
  }
}

async function invokeFor(
  request: IncomingMessage,
  { access, region, account, invoke }: InvokeEndpoint,
  signal: AbortSignal,
): ReturnType<Invoke> {
  const { method, url = '', headers } = request
  const named = method === 'POST' ? PATH.exec(url)?.[1] : undefined
  if (named === undefined) {
    throw new AwsError('UnknownOperationException', `No local operation ${method} ${url}`)
  }
  const body = await readBody(request, MOST_BYTES)
  const caller = authenticate(request, body, { access, region, service: 'lambda' })
  const type = headers['x-amz-invocation-type'] ?? 'RequestResponse'
  if (type !== 'RequestResponse') {
    throw new AwsError('InvalidParameterValueException', `No local invocation of type ${type}`)
  }
  const resource = arnOf(decodeURIComponent(named), region, account)
  const asked = { action: 'lambda:InvokeFunction', resource, context: {} }
  const denied = access.firstDenied(caller, [asked])
  if (denied) throw new AwsError('AccessDeniedException', denied.message, { status: 403 })
  return await invoke()(resource, parse(body), signal)
}

function arnOf(named: string, region: string, account: string): string {
  return named.startsWith('arn:') ? named : `arn:aws:lambda:${region}:${account}:function:${named}`
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8') || 'null')
  } catch {
    throw new AwsError('InvalidRequestContentException', 'Could not parse request body into json')
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (response.destroyed) return
  const known = toAwsError(error)
  response.writeHead(known.status, {
    'content-type': 'application/json',
    'x-amzn-requestid': randomUUID(),
    'x-amzn-errortype': known.code,
  })
  response.end(JSON.stringify({ Type: 'User', Message: known.message, message: known.message }))
}

function toAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error
  if (error instanceof BodyTooLargeError) {
    return new AwsError('RequestTooLargeException', 'The request is too large', { status: 413 })
  }
  return new AwsError('ServiceException', 'The local service failed', { status: 500 })
}
