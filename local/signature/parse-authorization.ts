import { type Claim, parseCredential } from './claim.ts'

const FORM =
  /^AWS4-HMAC-SHA256\s+Credential=([^,\s]+),\s*SignedHeaders=([\w;-]+),\s*Signature=([0-9a-f]{64})\s*$/

/**
 * Reads the claim in an `Authorization` header of Signature Version 4; `timestamp` is the value of `x-amz-date`.
 * Undefined when the header has another form.
 */
export function parseAuthorization(authorization: string, timestamp: string): Claim | undefined {
  const match = FORM.exec(authorization)
  const scope = parseCredential(match?.[1] ?? '')
  if (match === null || scope === undefined) return undefined
  return {
    form: 'header',
    ...scope,
    timestamp,
    signedHeaders: match[2]!.split(';'),
    signature: match[3]!,
  }
}
