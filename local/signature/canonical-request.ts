import { uriEncode } from './uri-encode.ts'

/** The parts of a request that its signature covers. */
export type SignedParts = {
  method: string
  /** Encoded as the service asks for: S3 once, the others twice. */
  path: string
  /** Decoded parameters. */
  query: ReadonlyArray<readonly [name: string, value: string]>
  /** Values by lower-case name, in the order they came. */
  headers: NodeJS.Dict<string[]>
  signedHeaders: readonly string[]
  payloadHash: string
}

/**
 * The canonical request of Signature Version 4 (IAM User Guide, "Create a signed AWS API request", steps 1.1-1.6). It
 * is encoded in latin1, in which Node reads header bytes, so that the bytes of the wire are hashed.
 */
export function canonicalRequest(parts: SignedParts): Buffer {
  const names = parts.signedHeaders
  const lines = [
    parts.method,
    parts.path,
    canonicalQuery(parts.query),
    ...names.map((name) => `${name}:${canonicalValue(parts.headers[name])}`),
    '',
    names.join(';'),
    parts.payloadHash,
  ]
  return Buffer.from(lines.join('\n'), 'latin1')
}

function canonicalQuery(query: SignedParts['query']): string {
  return query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function canonicalValue(values: string[] | undefined): string {
  return (values ?? []).map((value) => value.trim().replace(/ +/g, ' ')).join(',')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
