import { createHash, createHmac } from 'node:crypto'
import { OPERATOR } from './account.ts'

type Signed = {
  /** The name of the service in signatures. */
  service: string
  body: string
  headers?: Readonly<Record<string, string>>
  region?: string
  credentials?: typeof OPERATOR
  signal?: AbortSignal
  now?: number
}

function sha256(data: string): string {
  return createHash('sha256').update(data).digest('hex')
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/**
 * The headers of a signed POST of `body` to `url`. Written independently of the endpoints, so that each checks the
 * other.
 */
export function signedHeaders(url: string, signed: Signed): Record<string, string> {
  const { service, body, region = 'us-east-1', credentials = OPERATOR, now = Date.now() } = signed
  const { host, pathname } = new URL(url)
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const headers: Record<string, string> = { ...signed.headers, host, 'x-amz-date': stamp }
  const names = Object.keys(headers).sort()
  const list = names.join(';')
  const lines = names.map((name) => `${name}:${headers[name]}`)
  const canonical = ['POST', pathname, '', ...lines, '', list, sha256(body)].join('\n')
  const scope = `${stamp.slice(0, 8)}/${region}/${service}/aws4_request`
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`)
  const text = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`
  const signature = hmac(key, text).toString('hex')
  const credential = `${credentials.accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${list}, Signature=${signature}`
  return { ...headers, authorization }
}

/** Posts `body` with a valid signature. */
export function signedPost(url: string, signed: Signed): Promise<Response> {
  const { host: _, ...headers } = signedHeaders(url, signed)
  const { body, signal } = signed
  return fetch(url, { method: 'POST', headers, body, ...(signal && { signal }) })
}
