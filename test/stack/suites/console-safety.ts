import { request as httpRequest } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { mayAct, ROLES, type Role } from '../../../catalog/console/role.ts'
import { ROUTES } from '../../functions/console/console-deps.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import { consoleLog, sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'

/*
 * What the interface refuses, asked of the running stacks: the routes of the gateway, the functions behind them and
 * their tables. What the functions alone do is tested without them.
 */

let run: Run
const secrets: string[] = []
beforeAll(async () => {
  run = await sharedRun('console')
})

const JOB = `job-${'0'.repeat(40)}`
const BATCH = `batch-${'0'.repeat(40)}`
const CALLS = ROUTES.map(({ method, path, role }) => ({
  method,
  role,
  path: `/console/api${path
    .replace('/batches/{id}', `/batches/${BATCH}`)
    .replace(/\{(?:id|job)\}/, JOB)
    .replace('{name}', 'slim')
    .replace('{which}', 'source')
    .replace('{size}', '256')}`,
}))

type Asked = { cookie?: string | undefined; headers?: Record<string, string>; body?: unknown }

function ask(method: string, path: string, { cookie, headers, body }: Asked = {}) {
  return fetch(new URL(path, String(run.at.consoleUrl)), {
    method,
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(cookie !== undefined && { cookie }),
      ...headers,
    },
    ...(method !== 'GET' && method !== 'HEAD' && { body: JSON.stringify(body ?? {}) }),
  })
}

async function codeOf(asked: Response | Promise<Response>): Promise<[number, string]> {
  const answer = await asked
  const { error_code: code = '' } = (await answer.json()) as { error_code?: string }
  return [answer.status, code]
}

/** Signs in by a link, and gives the cookie. */
async function signIn(link: string | undefined, cookie?: string): Promise<string> {
  const secret = new URL(String(link)).hash.slice(1)
  const answer = await ask('POST', '/console/api/session', { cookie, body: { secret } })
  expect(answer.status).toBe(200)
  const set = String(answer.headers.get('set-cookie')).split(';')[0] ?? ''
  secrets.push(secret, set.split('=')[1] ?? '')
  return set
}

test('every route and every method asks for a session, of this run, and for the console’s own page', async () => {
  const viewer = await signIn(run.secondConsoleUrl)
  const [name = ''] = viewer.split('=')
  for (const { method, path } of CALLS) {
    const where = `${method} ${path}`
    for (const cookie of [
      undefined,
      `${name}=${'x'.repeat(43)}`,
      `console-0123456789ab=${viewer.split('=')[1]}`,
    ]) {
      expect(await codeOf(ask(method, path, { cookie })), where).toEqual([401, 'SignInRequired'])
    }
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site }
      expect(await codeOf(ask(method, path, { cookie: viewer, headers })), where).toEqual([
        403,
        'ForeignPage',
      ])
    }
    expect(await statusForHost(method, path, viewer, 'evil.example'), where).toBe(421)
  }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const answer = await ask(method, `/console/api/jobs/${JOB}`, { cookie: viewer })
    expect(answer.status, method).toBeGreaterThanOrEqual(400)
  }
})

test('a viewer is let do what viewers may, and told which role the rest takes', async () => {
  const cookie = await signIn(run.secondConsoleUrl)
  for (const { method, path, role } of CALLS) {
    const [status, code] = await codeOf(ask(method, path, { cookie }))
    const where = `${method} ${path}`
    if (!mayAct('viewer', role)) expect([status, code], where).toEqual([403, 'RoleMissing'])
    else expect([401, 403, 500], where).not.toContain(status)
  }
  expect(new Set(CALLS.map(({ role }) => role))).toEqual(new Set<Role>(ROLES))
})

test('an operator’s requests for what is not there, or is malformed, are answered in words', async () => {
  const cookie = await signIn(run.at.consoleUrl)
  const answers = await Promise.all(
    (
      [
        ['GET', `/jobs/${JOB}`, 404],
        ['GET', '/jobs/job-1', 400],
        ['GET', '/jobs/%00', 400],
        ['GET', '/jobs?before=yesterday', 400],
        ['GET', '/jobs?limit=201', 400],
        ['GET', '/jobs?recipe=No%20Recipe', 400],
        ['GET', '/batches?before=x', 400],
        ['GET', `/batches/${BATCH}/items?after=-1`, 400],
        ['GET', '/find?text=photo.jpg', 400],
        ['GET', `/find?text=drop/${'x'.repeat(1020)}`, 400],
        ['GET', `/files/${JOB}/source`, 404],
        ['POST', `/jobs/${JOB}/retry`, 404],
        ['POST', `/jobs/${JOB}/stop`, 404],
        ['POST', `/batches/${BATCH}/stop`, 404],
        ['POST', '/batches', 400],
      ] as const
    ).map(async ([method, path, status]) => {
      const answer = await ask(method, `/console/api${path}`, { cookie })
      const { error } = (await answer.json()) as { error: string }
      return { path, right: answer.status === status, said: error.length > 10 }
    }),
  )
  expect(answers.filter(({ right, said }) => !right || !said)).toEqual([])
  // Every list may be asked with all its rights.
  for (const path of [
    '/jobs?state=parked',
    '/jobs?state=running',
    '/batches',
    '/find?text=drop/',
  ]) {
    expect((await ask('GET', `/console/api${path}`, { cookie })).status, path).toBe(200)
  }
  const begun = await ask('POST', '/console/api/batches', {
    cookie,
    body: { recipe: 'slim', prefix: 'files/nothing/' },
  })
  expect([begun.status, await begun.json()]).toEqual([
    400,
    { error: 'There is no file below files/nothing/.', error_code: 'InvalidParameters' },
  ])
})

test('a session id that somebody chose before is none afterwards, and one that was left ends', async () => {
  const [name = ''] = (await signIn(run.secondConsoleUrl)).split('=')
  const chosen = `${name}=${'a'.repeat(43)}`
  const given = await signIn(run.secondConsoleUrl, chosen)
  expect(given).not.toBe(chosen)
  expect((await ask('GET', '/console/api/session', { cookie: chosen })).status).toBe(401)
  expect((await ask('GET', '/console/api/session', { cookie: given })).status).toBe(200)
  await ask('DELETE', '/console/api/session', { cookie: given })
  expect((await ask('GET', '/console/api/session', { cookie: given })).status).toBe(401)
})

const GUESSES = fewOrAll(250, 1000)

/** The tenth minutes since 1970: attempts are counted in each anew. */
const tenMinutes = (): number => Math.floor(Date.now() / 600_000)

test(`of ${GUESSES} wrong secrets twenty are compared, none opens anything, and no secret is in a log`, async () => {
  const codes = new Map<string, number>()
  const guess = async (secret: string) => {
    const answer = await ask('POST', '/console/api/session', { body: { secret } })
    expect(answer.headers.get('set-cookie')).toBeNull()
    const [, code] = await codeOf(answer)
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const begun = tenMinutes()
  for (let at = 0; at < GUESSES; at += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, more) => guess(`wrong-${at + more}`.padEnd(32, 'x'))),
    )
  }
  const counted = 1 + tenMinutes() - begun
  expect(codes.get('SignInRefused') ?? 0).toBeLessThanOrEqual(20 * counted)
  expect((codes.get('SignInRefused') ?? 0) + (codes.get('TooManyRequests') ?? 0)).toBe(GUESSES)
  expect(consoleLog.length).toBeGreaterThan(100)
  const told = consoleLog.join('\n')
  for (const secret of secrets) expect(told).not.toContain(secret)
  expect(told).not.toContain('X-Amz-Signature')
})

/** The status of a request that names another host, as a page does whose name was turned to this machine. */
function statusForHost(
  method: string,
  path: string,
  cookie: string,
  host: string,
): Promise<number | undefined> {
  const { hostname, port } = new URL(String(run.at.consoleUrl))
  return new Promise((answered, failed) => {
    httpRequest(
      {
        hostname,
        port,
        path,
        method,
        headers: { host, cookie, 'sec-fetch-site': 'same-origin' },
      },
      (response) => {
        response.resume()
        answered(response.statusCode)
      },
    )
      .on('error', failed)
      .end()
  })
}
