import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod/mini'

/** The claims of a login whose signature and times were checked. */
export type Claims = Readonly<Record<string, unknown>>

/** Who made the login, for whom, and the time in epoch milliseconds. */
export type Expected = { issuer: string; clientId: string; nonce: string; now: number }

/** Seconds that clocks may differ by. */
const TOLERANCE = 60
/** Bits of an RSA key at least (NIST SP 800-131A). */
const LEAST_BITS = 2048
const MOST_LENGTH = 20_000

const Header = z.object({
  alg: z.enum(['RS256', 'PS256', 'ES256']),
  kid: z.optional(z.string()),
  // Extensions that must be understood (RFC 7515, section 4.1.11); none is.
  crit: z.optional(z.never()),
})

const Registered = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  exp: z.number(),
  iat: z.number(),
  nonce: z.string(),
})

type Key = JsonWebKey & { kid?: string; use?: string; alg?: string }

/**
 * The claims of an id token (OpenID Connect Core 1.0, section 3.1.3.7) whose signature is of one of the provider's keys
 * (RFC 7515, RFC 7518). Only signatures by key pairs are taken: neither `none` nor one by a shared secret.
 * @param keys of the provider's JSON Web Key Set
 * @throws Error naming the rule that it breaks, and nothing of the token
 */
export function verifyLogin(token: string, keys: unknown, expected: Expected): Claims {
  const parts = token.split('.')
  if (parts.length !== 3 || token.length > MOST_LENGTH) throw new Error('It is no signed token.')
  const [head = '', body = '', signature = ''] = parts
  const header = z.safeParse(Header, decoded(head))
  if (!header.success) throw new Error('Its algorithm is not one that is taken.')
  const { alg, kid } = header.data
  const signed = Buffer.from(`${head}.${body}`)
  const made = Buffer.from(signature, 'base64url')
  const isGood = keysFor(alg, kid, keys).some((key) => isSignedBy(key, alg, signed, made))
  if (!isGood) throw new Error('No key of the provider has signed it.')
  const claims = decoded(body)
  const registered = z.safeParse(Registered, claims)
  if (!registered.success) throw new Error('A claim is missing that every login has.')
  requireExpected(registered.data, expected)
  return claims as Claims
}

function requireExpected(
  { iss, aud, azp, exp, iat, nonce }: z.output<typeof Registered>,
  { issuer, clientId, nonce: own, now }: Expected,
): void {
  const seconds = now / 1000
  const audience = [aud].flat()
  const rules: [boolean, string][] = [
    [iss === issuer, 'It is of another issuer.'],
    [audience.includes(clientId), 'It is for another client.'],
    [audience.length === 1 || azp === clientId, 'It was asked for by another client.'],
    [azp === undefined || azp === clientId, 'It was asked for by another client.'],
    [exp > seconds - TOLERANCE, 'It has expired.'],
    [iat < seconds + TOLERANCE, 'It is of the future.'],
    [nonce === own, 'It is of another sign-in.'],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken) throw new Error(broken[1])
}

function keysFor(alg: string, kid: string | undefined, keys: unknown): KeyObject[] {
  const { keys: found = [] } = (keys ?? {}) as { keys?: Key[] }
  const kty = alg === 'ES256' ? 'EC' : 'RSA'
  return (Array.isArray(found) ? found : [])
    .filter((key) => key.kty === kty && (key.use ?? 'sig') === 'sig' && (key.alg ?? alg) === alg)
    .filter((key) => kid === undefined || key.kid === kid)
    .flatMap((key) => importable(key) ?? [])
}

/** A key that is strong enough; undefined for what is none. */
function importable(key: Key): KeyObject | undefined {
  try {
    const made = createPublicKey({ key, format: 'jwk' })
    const { modulusLength, namedCurve } = made.asymmetricKeyDetails ?? {}
    const strong =
      key.kty === 'EC' ? namedCurve === 'prime256v1' : (modulusLength ?? 0) >= LEAST_BITS
    return strong ? made : undefined
  } catch {
    return undefined
  }
}

function isSignedBy(key: KeyObject, alg: string, signed: Buffer, made: Buffer): boolean {
  if (alg === 'ES256') return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, made)
  const padding = alg === 'PS256' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  // RFC 7518, section 3.5: the salt is as long as the hash.
  return verify('sha256', signed, { key, padding, saltLength: 32 }, made)
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
