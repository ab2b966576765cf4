import { z } from 'zod'

/** An HTTP answer. Several values of a header are several header lines. */
export type HttpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: Buffer
}

const Scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const Structured = z.object({
  statusCode: z.coerce.number().int().min(200).max(599),
  headers: z.record(z.string(), Scalar).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(Scalar)).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: Scalar.nullish(),
  isBase64Encoded: z.boolean().nullish(),
})

/**
 * The answer that a function's result stands for. A result with a `statusCode` is a response; anything else is the
 * body of a 200 (API Gateway Developer Guide, "Create AWS Lambda proxy integrations for HTTP APIs", format 2.0).
 * Undefined when the response is malformed.
 */
export function readResponse(payload: unknown): HttpAnswer | undefined {
  if (typeof payload !== 'object' || payload === null || !('statusCode' in payload)) {
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload ?? null)
    return jsonAnswer(200, text)
  }
  const parsed = Structured.safeParse(payload)
  if (!parsed.success) return undefined
  const { statusCode, headers, multiValueHeaders, cookies, body, isBase64Encoded } = parsed.data
  const lines: Record<string, string | string[]> = { 'content-type': 'text/plain;charset=UTF-8' }
  for (const [name, value] of Object.entries(headers ?? {})) lines[name.toLowerCase()] = value
  for (const [name, values] of Object.entries(multiValueHeaders ?? {}))
    lines[name.toLowerCase()] = values
  if (cookies && cookies.length > 0) lines['set-cookie'] = cookies
  return {
    status: statusCode,
    headers: lines,
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  }
}

/** An answer whose body is JSON text. */
export function jsonAnswer(status: number, text: string): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(text),
  }
}

/** An answer that the gateway itself gives, in its form. */
export function messageAnswer(status: number, text: string): HttpAnswer {
  return jsonAnswer(status, JSON.stringify({ message: text }))
}
