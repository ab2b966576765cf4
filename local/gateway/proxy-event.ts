import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { RouteMatch } from './match-route.ts'

/** What an event holds besides the request itself. */
export type ProxyEventFacts = {
  readonly apiId: string
  readonly account: string
  readonly requestId: string
  readonly now: number
  readonly body: Buffer
  readonly match: RouteMatch
}

/**
 * The event of a request in payload format 2.0, with the stage `$default` (API Gateway Developer Guide, "Create AWS
 * Lambda proxy integrations for HTTP APIs").
 */
export function proxyEventOf(
  request: IncomingMessage,
  facts: ProxyEventFacts,
): APIGatewayProxyEventV2 {
  const { path, query } = splitTarget(request.url ?? '/')
  const { cookie, ...headers } = joinHeaders(request.rawHeaders)
  const text = isText(headers['content-type'], headers['content-encoding'])
  const parameters = facts.match.parameters
  const queryParameters = readQuery(query)
  return {
    version: '2.0',
    routeKey: facts.match.route.key,
    rawPath: path,
    rawQueryString: query,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/;\s*|,\s*/) }),
    headers: {
      ...headers,
      'x-forwarded-for': [headers['x-forwarded-for'], request.socket.remoteAddress]
        .filter(Boolean)
        .join(','),
      'x-forwarded-port': String(request.socket.localPort ?? ''),
      'x-forwarded-proto': 'http',
    },
    ...(Object.keys(queryParameters).length > 0 ? { queryStringParameters: queryParameters } : {}),
    ...(Object.keys(parameters).length > 0 ? { pathParameters: { ...parameters } } : {}),
    requestContext: requestContextOf(request, facts, path),
    ...(facts.body.length > 0 ? { body: facts.body.toString(text ? 'utf8' : 'base64') } : {}),
    isBase64Encoded: facts.body.length > 0 && !text,
  }
}

function requestContextOf(
  request: IncomingMessage,
  facts: ProxyEventFacts,
  path: string,
): APIGatewayProxyEventV2['requestContext'] {
  return {
    accountId: facts.account,
    apiId: facts.apiId,
    domainName: request.headers.host ?? '127.0.0.1',
    domainPrefix: facts.apiId,
    http: {
      method: request.method ?? 'GET',
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
      userAgent: request.headers['user-agent'] ?? '',
    },
    requestId: facts.requestId,
    routeKey: facts.match.route.key,
    stage: '$default',
    time: commonLogTime(facts.now),
    timeEpoch: facts.now,
  }
}

/** Path and query of a request target. An absolute URL loses its origin. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/]*/i, '')
  const at = local.indexOf('?')
  if (at < 0) return { path: local || '/', query: '' }
  return { path: local.slice(0, at) || '/', query: local.slice(at + 1) }
}

function joinHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase()
    const value = raw[index + 1]!
    headers[name] = name in headers ? `${headers[name]},${value}` : value
  }
  return headers
}

function readQuery(query: string): Record<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    const earlier = parameters.get(name)
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`)
  }
  return Object.fromEntries(parameters)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function commonLogTime(now: number): string {
  const date = new Date(now)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${two(date.getUTCDate())}/${MONTHS[date.getUTCMonth()]}/${date.getUTCFullYear()}`
  return `${day}:${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}

/**
 * True for bodies that API Gateway passes on as text. All others, forms among them, are base64. A compressed body is
 * never text.
 */
function isText(contentType: string | undefined, contentEncoding: string | undefined): boolean {
  if (contentEncoding && contentEncoding !== 'identity') return false
  if (!contentType) return true
  const type = contentType.split(';')[0]!.trim().toLowerCase()
  return (
    type.startsWith('text/') ||
    /^application\/(json|xml|javascript)$/.test(type) ||
    /^application\/.+\+(json|xml)$/.test(type)
  )
}
