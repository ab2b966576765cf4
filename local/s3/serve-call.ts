import { randomBytes } from 'node:crypto'
import type { Answer, Call } from './call.ts'
import { applyCors } from './cors.ts'
import { errorAnswer } from './error-answer.ts'
import type { Exchange, Service } from './exchange.ts'
import { findRoute } from './find-route.ts'
import { openCall } from './open-call.ts'
import { requireOwner } from './require-owner.ts'
import { requireRights } from './require-rights.ts'
import { S3Error } from './s3-error.ts'
import { missingKeyAsk, s3RequiredRights } from './s3-required-rights.ts'
import { sendAnswer } from './send-answer.ts'
import type { Store } from './store/store.ts'

/** Answers one request: authorizes it, finds its action and runs it. Never rejects. */
export async function serveCall(service: Service, exchange: Exchange): Promise<void> {
  const { request, response, expectsContinue } = exchange
  const requestId = randomBytes(8).toString('hex').toUpperCase()
  response.setHeader('x-amz-request-id', requestId)
  response.setHeader('x-amz-id-2', requestId)
  if (applyCors(corsOf(service.store, request.url ?? ''), request, response)) return
  const method = request.method ?? ''
  const resource = (request.url ?? '').replace(/\?.*/s, '')
  let answer: Answer
  try {
    const call = await openCall(service, exchange, requestId)
    answer = await perform(call)
  } catch (error) {
    // A client that disconnects is no fault of this endpoint.
    if (!(error instanceof S3Error) && !request.readableAborted) {
      service.onFault?.(error, requestId)
    }
    answer = errorAnswer(error, { method, requestId, resource })
    if (expectsContinue && !request.readableDidRead) {
      // The client may or may not send the body it held back, so the connection cannot be reused.
      response.setHeader('connection', 'close')
    }
  }
  // Clients read the answer after they have sent everything, so the rest of a refused body is read and dropped.
  request.resume()
  try {
    await sendAnswer(response, answer)
  } catch (error) {
    service.onFault?.(error, requestId)
    response.destroy()
  }
}

/** The rules of the bucket that a path-style URL names. */
function corsOf({ cors }: Store, url: string) {
  return cors.get(/^\/([^/?]+)/.exec(url)?.[1] ?? '') ?? []
}

async function perform(call: Call): Promise<Answer> {
  const { access, auth } = call
  const route = findRoute(call)
  requireRights(access, auth.caller, s3RequiredRights(route, call))
  requireOwner(call)
  try {
    return await route.action(call)
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NoSuchKey')
      requireRights(access, auth.caller, [missingKeyAsk(call)])
    throw error
  }
}
