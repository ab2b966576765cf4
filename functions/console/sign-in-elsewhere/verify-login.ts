import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose'
import * as z from 'zod/mini'

/** The claims of a login whose signature and times were checked. */
export type Claims = Readonly<Record<string, unknown>>

/** Who made the login, for whom, and the time in epoch milliseconds. */
export type Expected = { issuer: string; clientId: string; nonce: string; now: number }

/** Seconds that clocks may differ by. */
const TOLERANCE = 60
const MOST_LENGTH = 20_000
/** By key pairs alone: neither `none` nor one by a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256']

const Registered = z.object({
  sub: z.string().check(z.minLength(1)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  exp: z.number(),
  iat: z.number(),
  nonce: z.string(),
})

/**
 * The claims of an id token (OpenID Connect Core 1.0, section 3.1.3.7) whose signature is of one of the provider's
 * keys. RSA keys of less than 2,048 bits (RFC 7518, section 3.3) and extensions that must be understood are not taken.
 * @param keys of the provider's JSON Web Key Set
 * @throws Error naming the rule that it breaks, and nothing of the token
 */
export async function verifyLogin(
  token: string,
  keys: unknown,
  expected: Expected,
): Promise<Claims> {
  if (token.length > MOST_LENGTH) throw new Error(NO_TOKEN)
  const { issuer, clientId: audience, now } = expected
  const options = {
    algorithms: ALGORITHMS,
    issuer,
    audience,
    clockTolerance: TOLERANCE,
    currentDate: new Date(now),
  }
  const claims = await signedClaims(token, keys, options).catch((error: unknown) => {
    throw new Error(ruleOf(error))
  })
  const registered = z.safeParse(Registered, claims)
  if (!registered.success) throw new Error(MISSING)
  requireExpected(registered.data, expected)
  return claims
}

async function signedClaims(
  token: string,
  keys: unknown,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    const find = createLocalJWKSet(keys as JSONWebKeySet)
    return (await jwtVerify(token, find, options)).payload
  } catch (error) {
    // A token need not name its key.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (refused) {
        if (isOfClaims(refused)) throw refused
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

type OfClaims = errors.JWTClaimValidationFailed | errors.JWTExpired

/** Claims are looked at once the signature is good. */
function isOfClaims(error: unknown): error is OfClaims {
  return error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired
}

const NO_TOKEN = 'It is no signed token.'
const MISSING = 'A claim is missing that every login has.'

const BROKEN: Readonly<Record<string, string>> = {
  iss: 'It is of another issuer.',
  aud: 'It is for another client.',
  exp: 'It has expired.',
  nbf: 'It is of the future.',
}

function ruleOf(error: unknown): string {
  if (isOfClaims(error)) return (error.reason === 'check_failed' && BROKEN[error.claim]) || MISSING
  if (error instanceof errors.JOSEAlgNotAllowed) return 'Its algorithm is not one that is taken.'
  if (error instanceof errors.JOSENotSupported) return 'It has an extension that is not taken.'
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return NO_TOKEN
  return 'No key of the provider has signed it.'
}

function requireExpected(
  { aud, azp, iat, nonce }: z.output<typeof Registered>,
  { clientId, nonce: own, now }: Expected,
): void {
  const rules: [boolean, string][] = [
    [[aud].flat().length === 1 || azp === clientId, 'It was asked for by another client.'],
    [azp === undefined || azp === clientId, 'It was asked for by another client.'],
    [iat < now / 1000 + TOLERANCE, 'It is of the future.'],
    [nonce === own, 'It is of another sign-in.'],
  ]
  const broken = rules.find(([holds]) => !holds)
  if (broken) throw new Error(broken[1])
}
