import { describe, expect, test, vi } from 'vitest'
import { mayAct, ROLES } from '../../../catalog/console/role.ts'
import type { AuditEntry } from '../../../functions/console/changes/audit.ts'
import { answerApi } from '../../../functions/console/serve-console/answer-api.ts'
import { log } from '../../../functions/log.ts'
import { consoleDeps, ORIGIN, ownRequest, ROUTES, SECRETS } from './console-deps.ts'

vi.spyOn(log, 'info').mockReturnValue()
vi.spyOn(log, 'error').mockReturnValue()

async function ask(request: Parameters<typeof answerApi>[0], deps = consoleDeps()) {
  const { statusCode, headers, cookies, body } = await answerApi(request, 'request-1', deps)
  return { statusCode, headers, cookies, ...JSON.parse(body ?? '{}') }
}

const CALLS = ROUTES.map(({ method, path, role }) => ({
  method,
  role,
  path: path.replace(/\{\w+\}/g, `job-${'0'.repeat(40)}`),
}))

describe.each(CALLS)('$method $path', ({ method, path, role }) => {
  test('asks for a session', async () => {
    expect(await ask(ownRequest(method, path))).toMatchObject({
      statusCode: 401,
      error_code: 'SignInRequired',
    })
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['a typed address', { 'sec-fetch-site': 'none' }],
    ['no page at all', { 'sec-fetch-site': undefined }],
    [
      'another origin, told by no metadata',
      { 'sec-fetch-site': undefined, origin: 'https://x.org' },
    ],
  ])('refuses %s before it looks the session up', async (_, headers) => {
    const deps = consoleDeps()
    const find = vi.spyOn(deps.sessions, 'find')
    expect(await ask(ownRequest(method, path, { role: 'admin', headers }), deps)).toMatchObject({
      statusCode: 403,
      error_code: 'ForeignPage',
    })
    expect(find).not.toHaveBeenCalled()
  })

  test.each(ROLES.filter((held) => !mayAct(held, role)))('refuses the role %s', async (held) => {
    const answer = await ask(ownRequest(method, path, { role: held }))
    expect(answer).toMatchObject({ statusCode: 403, error_code: 'RoleMissing' })
    expect(answer.error).toContain(role)
  })
})

test('a browser that tells no metadata is let in by its origin', async () => {
  const headers = { 'sec-fetch-site': undefined, origin: ORIGIN }
  const answer = await ask(ownRequest('GET', '/session', { role: 'viewer', headers }))
  expect(answer).toMatchObject({ statusCode: 200, role: 'viewer', who: 'viewer@example.org' })
})

test('a change must be JSON and carry a key, and is written down without either', async () => {
  const job = `job-${'0'.repeat(40)}`
  const audited: AuditEntry[] = []
  const retry = (headers: Record<string, string | undefined>) =>
    ask(
      ownRequest('POST', `/jobs/${job}/retry`, { role: 'operator', headers }),
      consoleDeps(audited),
    )
  expect(await retry({ 'content-type': 'text/plain' })).toMatchObject({ statusCode: 400 })
  expect((await retry({ 'idempotency-key': undefined })).error).toContain('Idempotency-Key')
  expect(await retry({})).toMatchObject({ statusCode: 404, error: `There is no job ${job}.` })
  expect(
    audited.map(({ who, what, on, status, code }) => ({ who, what, on, status, code })),
  ).toEqual([
    {
      who: 'operator@example.org',
      what: 'POST /console/api/jobs/{id}/retry',
      on: { id: job },
      status: 400,
      code: 'BadRequest',
    },
    {
      who: 'operator@example.org',
      what: 'POST /console/api/jobs/{id}/retry',
      on: { id: job },
      status: 404,
      code: 'NotFound',
    },
  ])
})

test('the secret of a link opens a session of its role, in a cookie that scripts cannot read', async () => {
  const deps = consoleDeps()
  const answer = await ask(
    ownRequest('POST', '/session', { body: { secret: SECRETS.viewer } }),
    deps,
  )
  expect(answer).toMatchObject({ statusCode: 200, role: 'viewer', who: 'local' })
  expect(answer.cookies).toEqual([
    'console-run=session-3; Path=/console; Max-Age=43200; SameSite=Strict; HttpOnly',
  ])
})

test('a wrong secret sets nothing, and the twenty-first try of one address is not compared', async () => {
  const deps = consoleDeps()
  const wrong = () =>
    ask(ownRequest('POST', '/session', { body: { secret: 'x'.repeat(32) } }), deps)
  for (let tried = 0; tried < 20; tried++) {
    const answer = await wrong()
    expect(answer).toMatchObject({ statusCode: 403, error_code: 'SignInRefused' })
    expect(answer.cookies).toBeUndefined()
  }
  expect(await wrong()).toMatchObject({ statusCode: 429 })
  const right = ownRequest('POST', '/session', { body: { secret: SECRETS.admin } })
  expect(await ask(right, deps)).toMatchObject({ statusCode: 429 })
  expect(await ask({ ...right, ip: '192.0.2.2' }, deps)).toMatchObject({ statusCode: 200 })
})

test('a link that opened fifty sessions is used up, from whatever address', async () => {
  const deps = consoleDeps()
  const open = (ip: string) =>
    ask({ ...ownRequest('POST', '/session', { body: { secret: SECRETS.viewer } }), ip }, deps)
  for (let opened = 0; opened < 50; opened++) {
    expect((await open(`192.0.2.${opened}`)).statusCode).toBe(200)
  }
  const refused = await open('192.0.2.50')
  expect(refused).toMatchObject({ statusCode: 403, error_code: 'SignInRefused' })
  expect(refused.error).toContain('This link is used up.')
  expect(refused.cookies).toBeUndefined()
})

test('signing out ends the session and takes the cookie away', async () => {
  const deps = consoleDeps()
  const answer = await ask(ownRequest('DELETE', '/session', { role: 'admin' }), deps)
  expect(answer.cookies?.[0]).toMatch(/^console-run=; Path=\/console; Max-Age=0/)
  expect(await ask(ownRequest('GET', '/session', { role: 'admin' }), deps)).toMatchObject({
    statusCode: 401,
  })
})

test.each([
  ['/jobs/xyz', 'id must be a job’s'],
  ['/batches/batch-1', 'id must be a batch’s'],
  [`/pictures/job-${'0'.repeat(40)}/source/300`, 'size must be one of 256, 2048, tiles'],
  ['/accounts', 'another provider’s service'],
  ['/tasks/x', 'another provider’s service'],
])('%s names the field and what is allowed', async (path, words) => {
  const answer = await ask(ownRequest('GET', path, { role: 'viewer' }))
  expect([400, 404]).toContain(answer.statusCode)
  expect(answer.error).toContain(words)
})

test.each([
  [{ before: 'yesterday' }, 'before must be a cursor'],
  [{ before: '2026-13-77T00:00Z' }, 'before must be a time'],
  [{ limit: '201' }, 'limit is above the allowed maximum. At most 200'],
  [{ state: 'done' }, 'Accepted: running, parked, succeeded, refused, failed'],
  [{ reason: 'Bad' }, 'reason must be a code'],
  [{ sort: 'size' }, 'sort is not a field'],
])('the query %o is refused in words', async (query, words) => {
  const answer = await ask({ ...ownRequest('GET', '/jobs', { role: 'viewer' }), query })
  expect(answer.statusCode).toBe(400)
  expect(answer.error).toContain(words)
})

test.each([
  ['/batches', { before: 'x' }, 'before must be a cursor'],
  ['/batches', { limit: '0' }, 'limit is below the allowed minimum. At least 1'],
  [`/batches/batch-${'0'.repeat(40)}/items`, { after: '-1' }, 'after is below the allowed minimum'],
  [`/batches/batch-${'0'.repeat(40)}/items`, { state: 'done' }, 'Accepted: succeeded, refused'],
  [
    '/find',
    { text: 'photo.jpg' },
    'text must be a job’s or a batch’s id, or begin with files/ or drop/',
  ],
  ['/units', {}, 'account'],
  ['/units', { account: 'A b' }, 'account must be an account’s name'],
  ['/units', { account: 'a', before: 'x' }, 'before must be a cursor'],
  ['/tasks', { account: 'a', status: 'done' }, 'Accepted: running, success, error'],
  ['/tasks', { account: 'a', before: '1~x' }, 'before must be a cursor'],
  ['/deliveries', { account: 'a', failed: 'no' }, 'Accepted: true'],
  ['/costs', { days: '91' }, 'At most 90'],
  ['/audit', { before: '2026-13-01' }, 'before must be a date'],
  ['/audit', { before: 'x' }, 'before must be a cursor'],
])('%s with the query %o is refused in words', async (path, query, words) => {
  const answer = await ask({ ...ownRequest('GET', path, { role: 'admin' }), query })
  expect(answer.statusCode).toBe(400)
  expect(answer.error).toContain(words)
})
