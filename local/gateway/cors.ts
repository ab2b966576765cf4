import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { HttpAnswer } from './read-response.ts'

/** `CorsConfiguration` of an HTTP API (API Gateway Developer Guide, "Configure CORS for HTTP APIs"). */
export const Cors = z.object({
  AllowOrigins: z.array(z.string()).default([]),
  AllowMethods: z.array(z.string()).default([]),
  AllowHeaders: z.array(z.string()).default([]),
  ExposeHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().optional(),
  AllowCredentials: z.boolean().optional(),
})

/** The CORS rules of an HTTP API. */
export type Cors = z.infer<typeof Cors>

/** The CORS headers of the answer to a request; none when its origin is not allowed. */
export function corsHeaders(cors: Cors, headers: IncomingHttpHeaders): Record<string, string> {
  const { origin } = headers
  if (!origin) return {}
  const any = cors.AllowOrigins.includes('*')
  if (!any && !cors.AllowOrigins.includes(origin)) return {}
  return {
    'access-control-allow-origin': any ? '*' : origin,
    ...(any ? {} : { vary: 'origin' }),
    ...(cors.AllowCredentials ? { 'access-control-allow-credentials': 'true' } : {}),
    ...(cors.ExposeHeaders.length > 0
      ? { 'access-control-expose-headers': cors.ExposeHeaders.join(',') }
      : {}),
  }
}

/** The gateway's own answer to a preflight request. */
export function answerPreflight(cors: Cors, headers: IncomingHttpHeaders): HttpAnswer {
  const allowed = corsHeaders(cors, headers)
  if (Object.keys(allowed).length === 0) return { status: 204, headers: {}, body: Buffer.alloc(0) }
  return {
    status: 204,
    headers: {
      ...allowed,
      'access-control-allow-methods': cors.AllowMethods.join(','),
      'access-control-allow-headers': cors.AllowHeaders.join(','),
      ...(cors.MaxAge === undefined ? {} : { 'access-control-max-age': String(cors.MaxAge) }),
    },
    body: Buffer.alloc(0),
  }
}
