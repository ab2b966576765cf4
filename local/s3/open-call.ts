import type { IncomingMessage } from 'node:http'
import { authorize } from './auth/authorize.ts'
import type { Call } from './call.ts'
import type { Exchange, Service } from './exchange.ts'
import { isForm, openForm } from './form/open-form.ts'
import { headerValue } from './header-value.ts'
import { parseRequestTarget } from './request-target.ts'

/** Authorizes a request and reads what it asks for; of a form also the fields before its file. */
export async function openCall(
  { store, access }: Service,
  { request, response, expectsContinue }: Exchange,
  requestId: string,
): Promise<Call> {
  const method = request.method ?? ''
  const target = parseRequestTarget(request.url ?? '')
  const verifier = { access, region: store.region, now: store.clock() }
  const { headers } = request
  const openBody = () => {
    if (expectsContinue) {
      response.writeContinue()
    }
    // An answer half-way through the body must still reach the client, so leaving the loop keeps the socket.
    return request.iterator({ destroyOnReturn: false })
  }
  const sourceIp = request.socket.remoteAddress ?? ''
  const call = { store, method, ...target, access, requestId, sourceIp, headers, openBody }
  if (isForm(request, target)) {
    return { ...call, ...(await openForm({ bucket: target.bucket, headers, openBody }, verifier)) }
  }
  const auth = authorize({ method, target, headers: request.headersDistinct }, verifier)
  return { ...call, auth, fields: settingsOf(request, auth.form === 'query' ? target.query : []) }
}

function settingsOf(request: IncomingMessage, query: Call['query']): Record<string, string> {
  const hoisted = query
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-amz-'))
    .map(([name, value]) => [name, headerValue(name, value)] as const)
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(',') : (value ?? '')] as const,
  )
  return Object.fromEntries([...hoisted, ...headers])
}
