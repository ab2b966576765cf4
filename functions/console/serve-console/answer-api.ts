import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type * as z from 'zod/mini'
import { mayAct, type Role } from '../../../catalog/console/role.ts'
import type { SessionAnswer } from '../../../catalog/console/wire.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { FAILURES } from '../../../catalog/failures/failures.ts'
import { fieldName } from '../../../catalog/issues/describe-issue.ts'
import { explainIssue } from '../../../catalog/issues/explain-issue.ts'
import { log } from '../../log.ts'
import type { Audit } from '../changes/audit.ts'
import type { Once } from '../changes/once.ts'
import type { ConsoleRequest } from '../http/console-request.ts'
import { type CookieSettings, cookieIn, setCookie } from '../http/cookie.ts'
import { requireOwnPage } from '../http/require-own-page.ts'
import { matchRoute } from '../routes/match-route.ts'
import type { ConsoleRoute, RouteAnswer, RouteDeps } from '../routes/route.ts'
import { SIGN_IN_BODY } from '../routes/session-forms.ts'
import { SESSION_SECONDS, type Session, type SessionStore } from '../sign-in/session-store.ts'
import { type SignInByLinkDeps, signInByLink } from '../sign-in/sign-in-by-link.ts'

export type AnswerApiDeps<Deps = RouteDeps> = Deps &
  SignInByLinkDeps & {
    /** Epoch milliseconds. */
    now: () => number
    sessions: SessionStore
    cookie: CookieSettings
    audit: Audit
    once: Once
    /** @default all but those of pictures, which another function answers */
    routes: readonly ConsoleRoute<Deps>[]
    /** Where people sign in who have no link; a path of the console's. */
    signInAt?: string | undefined
    /** What else there is to look at. */
    beside?: SessionAnswer['beside'] | undefined
  }

type Answer = APIGatewayProxyStructuredResultV2

const API = '/console/api'
const MAX_BODY_BYTES = 256 * 1024
/** How an `Idempotency-Key` looks: what a page makes of `crypto.randomUUID`, or a client's own. */
const KEY = /^[\w-]{8,100}$/

/**
 * Answers a request of the admin API. The order of the checks is part of the interface: whose page asks, then the
 * session, then the role, then what is asked. Never throws.
 */
export async function answerApi<Deps>(
  request: ConsoleRequest,
  requestId: string,
  deps: AnswerApiDeps<Deps>,
): Promise<Answer> {
  const seen: Seen = { method: request.method }
  const answer = await dispatch(request, seen, deps).catch((error: unknown) =>
    failureAnswer(error, seen, deps.signInAt),
  )
  if (seen.route?.changes && seen.session) await note(request, seen, answer, deps)
  const { statusCode: status } = answer
  log.info('A request of the console was answered.', {
    method: request.method,
    route: seen.route?.path,
    who: seen.session?.who,
    status,
    ...(seen.code && { code: seen.code }),
  })
  return { ...answer, headers: { ...HEADERS, ...answer.headers, 'x-request-id': requestId } }
}

/** What is known of a request when it is answered. */
type Seen = {
  method: string
  route?: Pick<ConsoleRoute, 'path' | 'changes'>
  at?: Readonly<Record<string, string>>
  session?: Session
  code?: string
}

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

async function dispatch<Deps>(
  request: ConsoleRequest,
  seen: Seen,
  deps: AnswerApiDeps<Deps>,
): Promise<Answer> {
  requireOwnPage(request.headers, request.origin)
  const path = request.path.slice(API.length)
  const match = matchRoute(request.method, path, deps.routes)
  const body = bodyOf(request, match?.route.maxBodyBytes)
  if (path === '/session' && request.method === 'POST') return signIn(request, body, deps)
  const session = await requireSession(request, deps)
  seen.session = session
  if (path === '/session') return ownSession(request, session, deps)
  if (!match) throw new Failure('NotFound')
  Object.assign(seen, match)
  requireRole(session, match.route.role)
  const query = parsed(match.route.query, request.query)
  const given = match.route.method === 'GET' ? {} : (body ?? {})
  const call = { session, at: match.at, query, body: parsed(match.route.body, given), request }
  const act = (): Promise<RouteAnswer> => match.route.handle(call as never, deps)
  const { changes, keepsAnswer = true } = match.route
  const made = await (changes && keepsAnswer ? changedOnce(request, session, act, deps) : act())
  if ('redirect' in made) return { statusCode: 303, headers: { location: made.redirect } }
  if ('bytes' in made) return picture(made)
  const { etag } = made
  const answer = json(200, made.json)
  return etag === undefined ? answer : { ...answer, headers: { ...answer.headers, etag } }
}

/** @throws Failure BadRequest for a change that is no JSON object: forms of other sites can send none */
function bodyOf({ method, headers, body }: ConsoleRequest, most: number = MAX_BODY_BYTES): unknown {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return undefined
  if (Buffer.byteLength(body) > most) {
    throw new Failure('PayloadTooLarge', `The request body is larger than ${most / 1024} KB.`)
  }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new Failure('BadRequest', 'Changes must be sent with the Content-Type application/json.')
  }
  try {
    return JSON.parse(body === '' ? '{}' : body)
  } catch (cause) {
    throw new Failure('BadRequest', 'The body is not JSON.', { cause })
  }
}

async function signIn(
  request: ConsoleRequest,
  body: unknown,
  deps: Pick<AnswerApiDeps, 'sessions' | 'secrets' | 'cookie' | 'beside'>,
): Promise<Answer> {
  const { secret } = parsed(SIGN_IN_BODY, body ?? {}) as z.output<typeof SIGN_IN_BODY>
  const id = await signInByLink({ secret, ip: request.ip }, deps)
  const session = await deps.sessions.find(id)
  return {
    ...json(200, describe(session as Session, deps)),
    cookies: [setCookie(deps.cookie, id, SESSION_SECONDS)],
  }
}

async function ownSession(
  request: ConsoleRequest,
  session: Session,
  { sessions, cookie, beside }: Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'beside'>,
): Promise<Answer> {
  if (request.method === 'GET') return json(200, describe(session, { beside }))
  if (request.method !== 'DELETE') throw new Failure('NotFound')
  await sessions.close(cookieIn(request.cookies, cookie.name) ?? '')
  return {
    ...json(200, session.endSession === undefined ? {} : { endSession: session.endSession }),
    cookies: [setCookie(cookie, '', 0)],
  }
}

function describe(
  { role, who, expiresAt }: Session,
  { beside }: Pick<AnswerApiDeps, 'beside'>,
): SessionAnswer {
  const until = new Date(expiresAt * 1000).toISOString()
  return { role, who, expiresAt: until, ...(beside && { beside }) }
}

async function requireSession(
  { cookies }: ConsoleRequest,
  { sessions, cookie }: Pick<AnswerApiDeps, 'sessions' | 'cookie'>,
): Promise<Session> {
  const id = cookieIn(cookies, cookie.name)
  const session = id ? await sessions.find(id) : undefined
  if (!session) throw new Failure('SignInRequired')
  return session
}

function requireRole({ role }: Session, asked: Role): void {
  if (mayAct(role, asked)) return
  throw new Failure('RoleMissing', `This takes the role ${asked}; yours is ${role}.`)
}

/** @throws Failure InvalidParameters naming the field, the rule and what is allowed */
function parsed(schema: z.ZodMiniType, given: unknown): unknown {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  const [issue] = error.issues
  if (!issue) throw new Failure('InvalidParameters')
  const own = issue.code === 'invalid_format' || issue.code === 'custom'
  throw new Failure(
    'InvalidParameters',
    own ? `${fieldName(issue.path)} ${issue.message}.` : explainIssue(issue, given),
  )
}

async function changedOnce(
  { headers, path, method, body }: ConsoleRequest,
  { who }: Session,
  act: () => Promise<RouteAnswer>,
  { once }: Pick<AnswerApiDeps, 'once'>,
): Promise<RouteAnswer> {
  const key = headers['idempotency-key']
  if (key === undefined || !KEY.test(key)) {
    throw new Failure(
      'BadRequest',
      'A change needs the header Idempotency-Key: 8 to 100 letters, digits, - or _.',
    )
  }
  let shownOnce: Readonly<Record<string, unknown>> | undefined
  const answer = await once({ who, key, what: `${method} ${path}`, body }, async () => {
    const made = await act()
    if (!('json' in made)) return made
    const { shownOnce: shown, ...kept } = made
    shownOnce = shown
    return kept
  })
  return shownOnce && 'json' in answer
    ? { ...answer, json: { ...(answer.json as object), ...shownOnce } }
    : answer
}

async function note(
  { ip }: ConsoleRequest,
  { method, route, at = {}, session, code }: Seen,
  { statusCode: status = 500 }: Answer,
  { audit, now }: Pick<AnswerApiDeps, 'audit' | 'now'>,
): Promise<void> {
  await audit({
    who: session?.who ?? '',
    at: new Date(now()).toISOString(),
    what: `${method} ${API}${route?.path}`,
    on: at,
    ip,
    status,
    ...(code !== undefined && { code }),
  })
}

function failureAnswer(error: unknown, seen: Seen, signInAt?: string): Answer {
  const kind = error instanceof Failure ? FAILURES[error.code].kind : undefined
  if (error instanceof Failure && (kind === 'page' || kind === 'request')) {
    seen.code = error.code
    const at = error.code === 'SignInRequired' ? signInAt : undefined
    return json(error.status, {
      error: error.message,
      error_code: error.code,
      ...(at !== undefined && { sign_in: at }),
    })
  }
  seen.code = 'InternalError'
  log.error('A request of the console could not be answered.', { method: seen.method, error })
  const failure = new Failure('InternalError')
  return json(500, { error: failure.message, error_code: failure.code })
}

/** A picture of a job stays as it is, and is kept by the browser of whoever may see it. */
function picture({ bytes, type }: { bytes: Uint8Array; type: string }): Answer {
  return {
    statusCode: 200,
    headers: {
      'content-type': type,
      'cache-control': 'private, max-age=86400, immutable',
      'content-disposition': 'inline',
    },
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
  }
}

function json(statusCode: number, value: unknown): Answer {
  return { statusCode, headers: {}, body: JSON.stringify(value) }
}
