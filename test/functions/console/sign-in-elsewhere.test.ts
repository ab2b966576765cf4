import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ConsoleRequest } from '../../../functions/console/http/console-request.ts'
import { dynamoSessionStore } from '../../../functions/console/sign-in/session-store.ts'
import { askProvider } from '../../../functions/console/sign-in-elsewhere/ask-provider.ts'
import { roleOfClaims } from '../../../functions/console/sign-in-elsewhere/identity-provider.ts'
import {
  type SignInElsewhereDeps,
  signInElsewhere,
} from '../../../functions/console/sign-in-elsewhere/sign-in-elsewhere.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { log } from '../../../functions/log.ts'
import { type OpenDatabase, openDatabase } from '../pipeline/open-database.ts'

const ORIGIN = 'https://console.example.org'
const SECRET = 'the-secret-of-the-client'
const GROUPS: Record<string, string[]> = { ada: ['ops', 'staff'], bob: ['staff'], eve: [] }

let server: Server
let issuer: string
let database: OpenDatabase
let deps: SignInElsewhereDeps
const logged: unknown[] = []

/** A real identity provider on this machine, whose pages take any name for a login. */
beforeAll(async () => {
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(log, level).mockImplementation((...line) => void logged.push(line))
  }
  vi.spyOn(console, 'info').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'darkroom',
        client_secret: SECRET,
        redirect_uris: [`${ORIGIN}/console/signed-in`],
        post_logout_redirect_uris: [`${ORIGIN}/console/`],
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@example.org`,
        groups: GROUPS[accountId] ?? [],
      }),
    }),
  })
  const listener = provider.callback()
  database = await openDatabase()
})
afterAll(async () => {
  vi.restoreAllMocks()
  server.close()
  await database.close()
})

let tables = 0
beforeEach(async () => {
  const table = await database.table(`Console${tables++}`, ['id', 'entry'])
  deps = {
    provider: {
      issuer,
      clientId: 'darkroom',
      roles: { claim: 'groups', viewer: ['staff'], operator: ['ops'] },
    },
    secret: async () => SECRET,
    ask: askProvider(guardedFetch, { allowPrivateOrigin: issuer }),
    sessions: dynamoSessionStore(database.db, table),
    cookie: { name: '__Host-console', sameSite: 'Lax', path: '/', secure: true },
    now: Date.now,
  }
})

function visit(path: string, query: Record<string, string> = {}, cookies: string[] = []) {
  const request = { path, query, cookies, ip: '192.0.2.1', origin: ORIGIN, method: 'GET' }
  return signInElsewhere({ ...request, headers: {}, body: '' } as ConsoleRequest, 'request-1', deps)
}

/** Begins to sign in: where the browser is led, and the cookie that it gets. */
async function begin(to?: string) {
  const { statusCode, headers, cookies = [] } = await visit('/console/sign-in', to ? { to } : {})
  expect(statusCode).toBe(303)
  return { at: new URL(String(headers?.['location'])), cookie: cookies[0]?.split(';')[0] ?? '' }
}

/** Somebody logs in on the provider's pages and agrees: what the provider leads back with. */
async function logIn(at: URL, login: string): Promise<Record<string, string>> {
  const jar = new Map<string, string>()
  let next = at.href
  let form: string | undefined
  for (let step = 0; step < 12; step++) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: {
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    form = undefined
    const location = response.headers.get('location')
    if (location !== null) {
      next = new URL(location, next).href
      if (next.startsWith(ORIGIN)) return Object.fromEntries(new URL(next).searchParams)
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (prompt === undefined) throw new Error(page.slice(0, 500))
    form = new URLSearchParams({ prompt, login, password: 'any' }).toString()
  }
  throw new Error('The provider led nowhere.')
}

test('a login with a role opens a session of it, and leads back to where one wanted', async () => {
  const { at, cookie } = await begin('/console/jobs/job-1')
  expect(at.searchParams.get('code_challenge_method')).toBe('S256')
  const back = await logIn(at, 'ada')
  const { statusCode, headers, cookies = [] } = await visit('/console/signed-in', back, [cookie])
  expect([statusCode, headers?.['location']]).toEqual([303, '/console/jobs/job-1'])
  expect(cookies[0]).toMatch(
    /^__Host-console=[\w-]{43}; Path=\/; Max-Age=43200; SameSite=Lax; HttpOnly; Secure$/,
  )
  const [, id = ''] = /=([\w-]+);/.exec(cookies[0] ?? '') ?? []
  const session = await deps.sessions.find(id)
  expect(session).toMatchObject({ role: 'operator', who: 'ada@example.org' })
  const end = new URL(String(session?.endSession))
  expect([end.origin, end.searchParams.get('post_logout_redirect_uri')]).toEqual([
    issuer,
    `${ORIGIN}/console/`,
  ])
  // Whoever finds the address in a history opens nothing with it.
  expect(await visit('/console/signed-in', back, [cookie])).toMatchObject({ statusCode: 403 })
  const told = JSON.stringify(logged)
  for (const secret of [SECRET, back['code'], back['state'], id]) expect(told).not.toContain(secret)
})

test('a login without a role, and a state that is forged or of another browser, set nothing', async () => {
  const { at, cookie } = await begin()
  const back = await logIn(at, 'eve')
  const refused = await visit('/console/signed-in', back, [cookie])
  expect(refused).toMatchObject({ statusCode: 403, headers: { 'cache-control': 'no-store' } })
  expect(refused.body).toContain('eve@example.org has no role in this console')
  expect(refused.cookies).toBeUndefined()

  const other = await begin()
  const good = await logIn(other.at, 'bob')
  const forged = { ...good, state: 'x'.repeat(43) }
  for (const [query, cookies] of [
    [good, []],
    [good, ['__Host-console-state=another']],
    [forged, [`__Host-console-state=${forged.state}`]],
    [{ ...good, code: '' }, [other.cookie]],
  ] as const) {
    const answer = await visit('/console/signed-in', query, [...cookies])
    expect([answer.statusCode, answer.cookies]).toEqual([403, undefined])
  }
})

test('a code of one sign-in does not end another: its verifier is of the other one', async () => {
  const [mine, theirs] = [await begin(), await begin()]
  const { code = '' } = await logIn(theirs.at, 'ada')
  const state = mine.at.searchParams.get('state') ?? ''
  const answer = await visit('/console/signed-in', { code, state }, [mine.cookie])
  expect([answer.statusCode, answer.cookies]).toEqual([403, undefined])
})

test.each([
  ['another client', { clientId: 'another' }],
  ['another issuer', { issuer: 'https://issuer.example.org' }],
])('a token for %s is not trusted', async (_, changed) => {
  const { at, cookie } = await begin()
  const back = await logIn(at, 'ada')
  const { ask, provider } = deps
  const description = await ask(`${issuer}/.well-known/openid-configuration`)
  deps.provider = { ...provider, ...changed }
  deps.ask = async (url, form) => {
    if (form?.headers) {
      const basic = Buffer.from(`darkroom:${SECRET}`).toString('base64')
      return ask(url, { ...form, headers: { authorization: `Basic ${basic}` } })
    }
    if (!url.includes('well-known')) return ask(url)
    const told = { ...JSON.parse(Buffer.from(description.bytes).toString()), ...changed }
    return { ...description, bytes: Buffer.from(JSON.stringify(told)) }
  }
  const answer = await visit('/console/signed-in', back, [cookie])
  expect([answer.statusCode, answer.body]).toEqual([
    403,
    'The provider’s login cannot be trusted.\n',
  ])
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/console/\\evil',
  '/elsewhere',
  '/console/\r\nx',
])('signing in leads back to no %j', async (to) => {
  const { at, cookie } = await begin(to)
  const answer = await visit('/console/signed-in', await logIn(at, 'bob'), [cookie])
  expect(answer.headers?.['location']).toBe('/console/')
})

test('the twenty-first try of an address in ten minutes is refused, and a provider on a private address', async () => {
  deps.ask = askProvider(guardedFetch)
  for (let tried = 0; tried < 20; tried++) {
    expect(await visit('/console/sign-in')).toMatchObject({ statusCode: 403 })
  }
  expect(await visit('/console/sign-in')).toMatchObject({ statusCode: 429 })
})

test('the highest role that a claim gives counts, whether it is one value or several', () => {
  const roles = { claim: 'groups', viewer: ['all'], admin: ['boss'] }
  expect(roleOfClaims({ groups: ['all', 'boss'] }, { roles })).toBe('admin')
  expect(roleOfClaims({ groups: 'all' }, { roles })).toBe('viewer')
  for (const groups of [undefined, [], 'none', 7, { all: true }]) {
    expect(roleOfClaims({ groups }, { roles })).toBeUndefined()
  }
  expect(roleOfClaims({}, { roles: { ...roles, claim: '__proto__' } })).toBeUndefined()
})

test.each([
  ['a b:c', { code_verifier: expect.any(String) }, `Basic ${btoa('darkroom:a%20b%3Ac')}`],
  // A public client says who it is in the form.
  [undefined, { client_id: 'darkroom' }, undefined],
])('a code is exchanged with the secret %s', async (secret, fields, authorization) => {
  const { at, cookie } = await begin()
  const state = at.searchParams.get('state') ?? ''
  const { ask } = deps
  const forms: Parameters<typeof ask>[1][] = []
  deps.secret = async () => secret
  deps.ask = async (url, form) => {
    if (!form) return ask(url)
    forms.push(form)
    return { status: 200, headers: {}, bytes: Buffer.from('{}') } as never
  }
  const answer = await visit('/console/signed-in', { code: 'the-code', state }, [cookie])
  expect([answer.statusCode, answer.body]).toEqual([
    403,
    'The provider gave no login for this code.\n',
  ])
  const [form] = forms
  expect(form?.fields).toMatchObject({
    grant_type: 'authorization_code',
    code: 'the-code',
    redirect_uri: `${ORIGIN}/console/signed-in`,
    ...fields,
  })
  expect('client_id' in (form?.fields ?? {})).toBe(secret === undefined)
  expect(form?.headers).toEqual(authorization && { authorization })
})

test('a provider with a page of its own for it ends the session there', async () => {
  deps.provider = { ...deps.provider, logout: 'https://id.example/logout' }
  const { at, cookie } = await begin()
  const back = await logIn(at, 'bob')
  const { cookies = [] } = await visit('/console/signed-in', back, [cookie])
  const [, id = ''] = /=([\w-]+);/.exec(cookies[0] ?? '') ?? []
  const session = await deps.sessions.find(id)
  expect([session?.role, session?.endSession]).toEqual([
    'viewer',
    `https://id.example/logout?${new URLSearchParams({
      client_id: 'darkroom',
      logout_uri: `${ORIGIN}/console/`,
    })}`,
  ])
  // The cookie of the sign-in is taken away.
  expect(cookies[1]).toMatch(/^__Host-console-state=; Path=\/; Max-Age=0/)
})

test('what fails on our side tells a browser nothing of it', async () => {
  deps.sessions = {
    ...deps.sessions,
    count: () => Promise.reject(new TypeError('The table is away.')),
  }
  expect(await visit('/console/sign-in')).toMatchObject({
    statusCode: 500,
    body: 'Something went wrong on our side.\n',
  })
})
