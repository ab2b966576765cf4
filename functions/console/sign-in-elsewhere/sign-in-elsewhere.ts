import { createHash, randomBytes } from 'node:crypto'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failures/failure.ts'
import { log } from '../../log.ts'
import type { ConsoleRequest } from '../http/console-request.ts'
import { type CookieSettings, cookieIn, setCookie } from '../http/cookie.ts'
import { SESSION_SECONDS, type SessionStore } from '../sign-in/session-store.ts'
import { type AskProvider, askJson, discover, type Endpoints } from './discover.ts'
import { type IdentityProvider, roleOfClaims } from './identity-provider.ts'
import { type Claims, verifyLogin } from './verify-login.ts'

export type SignInElsewhereDeps = {
  provider: IdentityProvider
  /** The client's secret, where it has one. */
  secret: () => Promise<string | undefined>
  ask: AskProvider
  sessions: SessionStore
  cookie: CookieSettings
  /** Epoch milliseconds. */
  now: () => number
}

type Answer = APIGatewayProxyStructuredResultV2

const SIGNED_IN = '/console/signed-in'
/** A person takes so long at the provider's page. */
const WAIT_SECONDS = 600
/** Tries of one address in ten minutes. */
const MOST_TRIES = 20
/** Where the page leads after signing in: a path of its own, never another origin's. */
const OWN_PATH = /^\/console\/[\w/.~%?=&-]{0,500}$/

/**
 * Signs people in at a provider of OpenID Connect by an authorization code with PKCE (RFC 7636), all of it in this
 * function: the browser holds a random `state` on the way, and the session's id afterwards. Never throws.
 */
export async function signInElsewhere(
  request: ConsoleRequest,
  requestId: string,
  deps: SignInElsewhereDeps,
): Promise<Answer> {
  const answer = await dispatch(request, deps).catch(inWords)
  const { statusCode: status } = answer
  log.info('Somebody signs in at the provider.', { path: request.path, status })
  return { ...answer, headers: { ...HEADERS, ...answer.headers, 'x-request-id': requestId } }
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/plain; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

async function dispatch(request: ConsoleRequest, deps: SignInElsewhereDeps): Promise<Answer> {
  if ((await deps.sessions.count(`sign-in#${request.ip}`, WAIT_SECONDS)) > MOST_TRIES) {
    throw new Failure('TooManyRequests', 'Too many attempts to sign in; try again in ten minutes.')
  }
  if (request.path === '/console/sign-in') return await begin(request, deps)
  if (request.path === SIGNED_IN) return await finish(request, deps)
  throw new Failure('NotFound')
}

/** What is kept of a sign-in under way. */
const Kept = z.object({ nonce: z.string(), verifier: z.string(), to: z.string() })

async function begin(
  { origin, query }: ConsoleRequest,
  deps: SignInElsewhereDeps,
): Promise<Answer> {
  const { provider, ask, sessions, cookie } = deps
  const { authorization_endpoint } = await discover(provider.issuer, ask)
  const [state, nonce, verifier] = [random(), random(), random()]
  const to = OWN_PATH.test(query['to'] ?? '') ? String(query['to']) : '/console/'
  await sessions.keep(keptAs(state), { nonce, verifier, to }, WAIT_SECONDS)
  const asked = new URL(authorization_endpoint)
  for (const [name, value] of Object.entries({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: origin + SIGNED_IN,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })) {
    asked.searchParams.set(name, value)
  }
  return {
    statusCode: 303,
    headers: { location: asked.href },
    // The answer counts in the browser alone that asked.
    cookies: [setCookie(stateCookie(cookie), state, WAIT_SECONDS)],
  }
}

async function finish(request: ConsoleRequest, deps: SignInElsewhereDeps): Promise<Answer> {
  const { provider, ask, sessions, cookie, now } = deps
  const { code = '', state = '' } = request.query
  const own = cookieIn(request.cookies, stateCookie(cookie).name)
  const kept = state !== '' && state === own ? await sessions.take(keptAs(state)) : undefined
  const { success, data } = Kept.safeParse(kept)
  if (!success || code === '') {
    throw new Failure(
      'SignInRefused',
      'This sign-in was not begun here, was used before, or is older than ten minutes. Begin anew.',
    )
  }
  const endpoints = await discover(provider.issuer, ask)
  const token = await exchange(
    { code, verifier: data.verifier, origin: request.origin },
    endpoints,
    deps,
  )
  const keys = await askJson(endpoints.jwks_uri, ask)
  const { issuer, clientId } = provider
  const claims = await trusted(token, keys, { issuer, clientId, nonce: data.nonce, now: now() })
  const role = roleOfClaims(claims, provider)
  const who = nameOf(claims)
  if (role === undefined) {
    throw new Failure(
      'SignInRefused',
      `${who} has no role in this console. Somebody who manages it must give one.`,
    )
  }
  const endSession = endSessionOf(provider, endpoints, request.origin)
  const id = await sessions.open({ role, who, ...(endSession !== undefined && { endSession }) })
  return {
    statusCode: 303,
    headers: { location: data.to },
    cookies: [setCookie(cookie, id, SESSION_SECONDS), setCookie(stateCookie(cookie), '', 0)],
  }
}

async function exchange(
  { code, verifier, origin }: { code: string; verifier: string; origin: string },
  { token_endpoint }: Endpoints,
  { provider: { clientId }, secret, ask }: SignInElsewhereDeps,
): Promise<string> {
  const held = await secret()
  // RFC 6749, section 2.3.1: both are form-encoded before they are joined.
  const basic = `${encodeURIComponent(clientId)}:${encodeURIComponent(held ?? '')}`
  const answer = await askJson(token_endpoint, ask, {
    fields: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: origin + SIGNED_IN,
      code_verifier: verifier,
      ...(held === undefined && { client_id: clientId }),
    },
    ...(held !== undefined && {
      headers: { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
    }),
  })
  const { success, data } = z.object({ id_token: z.string() }).safeParse(answer)
  if (!success) throw new Failure('SignInRefused', 'The provider gave no login for this code.')
  return data.id_token
}

/** @throws Failure SignInRefused, which does not tell the browser what a forger could use */
async function trusted(...given: Parameters<typeof verifyLogin>): Promise<Claims> {
  try {
    return await verifyLogin(...given)
  } catch (cause) {
    throw new Failure('SignInRefused', 'The provider’s login cannot be trusted.', { cause })
  }
}

/** Where the provider's own session is ended, and what leads back from there. */
function endSessionOf(
  { clientId, logout }: IdentityProvider,
  { end_session_endpoint }: Endpoints,
  origin: string,
): string | undefined {
  const back = `${origin}/console/`
  const [at, fields] = logout
    ? [logout, { client_id: clientId, logout_uri: back }]
    : [end_session_endpoint, { client_id: clientId, post_logout_redirect_uri: back }]
  return at === undefined ? undefined : `${at}?${new URLSearchParams(fields)}`
}

function nameOf(claims: Claims): string {
  const { email, preferred_username: name, sub } = claims
  return String([email, name, sub].find((one) => typeof one === 'string')).slice(0, 200)
}

function stateCookie(cookie: CookieSettings): CookieSettings {
  return { ...cookie, name: `${cookie.name}-state`, sameSite: 'Lax' }
}

function keptAs(state: string): string {
  return `sign-in#${createHash('sha256').update(state).digest('hex')}`
}

function random(): string {
  return randomBytes(32).toString('base64url')
}

function inWords(error: unknown): Answer {
  if (error instanceof Failure) {
    // Why a provider's answer is none is for operators; a code or a token is never in it.
    log.warn('A sign-in was refused.', {
      code: error.code,
      why: error.message,
      cause: reasonIn(error.cause),
    })
    return { statusCode: error.status, headers: {}, body: `${error.message}\n` }
  }
  log.error('A sign-in failed.', { error })
  return { statusCode: 500, headers: {}, body: 'Something went wrong on our side.\n' }
}

/** Of our own words alone: an answer of the provider's may repeat what it was sent. */
function reasonIn(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message.slice(0, 100) : undefined
}
