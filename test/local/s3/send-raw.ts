import { createHash, createHmac } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { CREDENTIALS, REGION } from './credentials.ts'

export type Raw = {
  method?: string
  /** The request target as it stands on the wire. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends a request without changing it. */
export function sendRaw(s3: { port: number }, raw: Raw): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, headers = {}, body } = raw
    const call = request(
      { port: s3.port, host: '127.0.0.1', method, path, headers },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces).toString(),
          }),
        )
      },
    )
    call.on('error', reject).end(body)
  })
}

function sha256(data: string | Buffer) {
  return createHash('sha256').update(data).digest('hex')
}
function hmac(key: string | Buffer, data: string) {
  return createHmac('sha256', key).update(data).digest()
}

/**
 * Signs a request by the rules of AWS. It is written independently of the endpoint, so that each checks the other.
 */
export function signed(s3: { port: number }, raw: Raw, payload?: string, now = Date.now()): Raw {
  const { method = 'GET', body = '' } = raw
  const [path = '', query = ''] = raw.path.split('?')
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const headers: Record<string, string> = {
    ...raw.headers,
    host: `127.0.0.1:${s3.port}`,
    'x-amz-date': stamp,
    'x-amz-content-sha256': payload ?? sha256(body),
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    method,
    path,
    query
      .split('&')
      .filter(Boolean)
      .map((pair) => pair.split('='))
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
      .map(([name, value = '']) => `${name}=${value}`)
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${stamp.slice(0, 8)}/${REGION}/s3/aws4_request`
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${CREDENTIALS.secretAccessKey}`)
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha256(canonical)}`)
  const authorization =
    `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/${scope}, ` +
    `SignedHeaders=${names.join(';')}, Signature=${signature.toString('hex')}`
  return { ...raw, headers: { ...headers, authorization } }
}

/** The `Code` of an error document. */
export function errorCode(answer: RawAnswer): string | undefined {
  return /<Code>(\w+)<\/Code>/.exec(answer.body)?.[1]
}
