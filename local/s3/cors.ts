import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'

/** One rule of a bucket's `CorsConfiguration`. */
export const CorsRule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().optional(),
})

export type CorsRule = z.infer<typeof CorsRule>

/**
 * Lets the pages that a bucket's rules name read the answer, and answers their preflight requests, as S3 does (Amazon
 * S3 User Guide, "How does Amazon S3 evaluate the CORS configuration on a bucket?"): the first rule whose origin,
 * method and requested headers match counts; a preflight that none matches is answered 403. @returns whether the
 * request was a preflight, which is answered then
 */
export function applyCors(
  rules: readonly CorsRule[],
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  const asked = request.headers['access-control-request-method']
  const preflight = request.method === 'OPTIONS' && asked !== undefined
  const headers = requestedHeaders(request)
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      AllowedMethods.includes((preflight ? asked : request.method) ?? '') &&
      headers.every((name) => AllowedHeaders.some((each) => matches(each.toLowerCase(), name))),
  )
  if (rule) allow(rule, origin, response)
  if (!preflight) return false
  if (!rule) {
    response.writeHead(403, { 'content-length': '0' }).end()
    return true
  }
  response.setHeader('access-control-allow-methods', rule.AllowedMethods.join(', '))
  if (headers.length > 0) response.setHeader('access-control-allow-headers', headers.join(', '))
  if (rule.MaxAge !== undefined) response.setHeader('access-control-max-age', String(rule.MaxAge))
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true')
  }
  response.writeHead(200, { 'content-length': '0' }).end()
  return true
}

function allow(
  { AllowedOrigins, ExposedHeaders }: CorsRule,
  origin: string,
  to: ServerResponse,
): void {
  to.setHeader('access-control-allow-origin', AllowedOrigins.includes('*') ? '*' : origin)
  to.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
  if (ExposedHeaders.length > 0)
    to.setHeader('access-control-expose-headers', ExposedHeaders.join(', '))
}

function requestedHeaders(request: IncomingMessage): string[] {
  const asked = request.headers['access-control-request-headers'] ?? ''
  return asked
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

/** S3's patterns have one `*` at most. */
function matches(pattern: string, text: string): boolean {
  const [before = '', after] = pattern.split('*', 2)
  if (after === undefined) return pattern === text
  return (
    text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
  )
}
