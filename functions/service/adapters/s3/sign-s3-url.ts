import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'

/** Who signs, and where the bucket is. */
export type S3SigningContext = {
  bucket: string
  region: string
  /** An endpoint other than AWS's own, addressed path style. */
  endpoint?: string | undefined
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** One operation on one object, allowed to whoever has the URL. */
export type SignedOperation = {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  /** How long the URL holds. */
  seconds: number
  /** Headers the request must carry exactly so; names in lower case. */
  headers?: Readonly<Record<string, string>>
}

/**
 * Presigns a URL by Signature Version 4 in the query, without the S3 client: that client is a third of a small
 * function's bundle, and its middleware takes longer than everything else the API does for a request. `now` in epoch
 * milliseconds.
 */
export function signS3Url(
  place: S3SigningContext,
  operation: SignedOperation,
  now: number,
): string {
  const { origin, path } = objectAddress(place, operation.key)
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${place.region}/s3/aws4_request`
  const headers = Object.entries({ ...operation.headers, host: new URL(origin).host }).sort(byName)
  const signedHeaders = headers.map(([name]) => name).join(';')
  const query = [
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Content-Sha256', 'UNSIGNED-PAYLOAD'],
    ['X-Amz-Credential', `${place.accessKeyId}/${scope}`],
    ['X-Amz-Date', time],
    ['X-Amz-Expires', String(operation.seconds)],
    ...(place.sessionToken ? [['X-Amz-Security-Token', place.sessionToken]] : []),
    ['X-Amz-SignedHeaders', signedHeaders],
  ]
    .map(([name = '', value = '']) => `${name}=${uriEncode(value)}`)
    .join('&')
  const canonical = [
    operation.method,
    path,
    query,
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    signedHeaders,
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical)].join('\n')
  const signature = hmac(signingKey(place.secretAccessKey, scope), text).toString('hex')
  return `${origin}${path}?${query}&X-Amz-Signature=${signature}`
}

function objectAddress({ bucket, region, endpoint }: S3SigningContext, key: string) {
  const path = `/${key.split('/').map(uriEncode).join('/')}`
  if (endpoint !== undefined) return { origin: new URL(endpoint).origin, path: `/${bucket}${path}` }
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return { origin: `https://${bucket}.s3.${region}.${suffix}`, path }
}

/** As RFC 3986 has it; `encodeURIComponent` leaves five more characters alone. */
function uriEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function byName([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** The key of a day and a place, by the secret it comes from; a process signs with one after the other. */
let latestKey: { secret: string; scope: string; key: KeyObject } | undefined

function signingKey(secret: string, scope: string): KeyObject {
  if (latestKey?.secret !== secret || latestKey.scope !== scope) {
    latestKey = { secret, scope, key: deriveSigningKey(secret, scope) }
  }
  return latestKey.key
}

function deriveSigningKey(secret: string, scope: string): KeyObject {
  return scope
    .split('/')
    .reduce<KeyObject>(
      (key, part) => createSecretKey(hmac(key, part)),
      createSecretKey(`AWS4${secret}`, 'utf8'),
    )
}
