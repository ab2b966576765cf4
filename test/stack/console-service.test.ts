import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  AccountRow,
  AccountsAnswer,
  AuditAnswer,
  BudgetAnswer,
  CostsAnswer,
  DeliveriesAnswer,
  DoctorAnswer,
  EndpointMade,
  EndpointsAnswer,
  KeyMade,
  KeysAnswer,
  ParkedAnswer,
  TaskAnswer,
  TasksAnswer,
  UnitsAnswer,
} from '../../catalog/console/service-wire.ts'
import type {
  TryBegun,
  TryJudged,
  TryProblems,
  TrySlots,
  TryStatus,
} from '../../catalog/console/try-wire.ts'
import { signedIn } from './console-browser.ts'
import { eventually } from './eventually.ts'
import { dropMany } from './many-files.ts'
import { noopEngine, noopWorker } from './noop-worker.ts'
import { startReceiver } from './receiver.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
const logged: string[] = []
beforeAll(async () => {
  const budget = { units: 1_000, recipes: { slim: { dollars: 2 } } }
  run = await startRun(
    {},
    {
      console: true,
      consoleRole: 'viewer',
      spending: { budget },
      onLog: (line) => void logged.push(JSON.stringify(line)),
    },
  )
})
afterAll(() => run.close())

test('what the service has and did is looked at, and what jobs cost', async () => {
  run.around('service/run-task', noopWorker())
  const files = await dropMany(run, 'service', 3)
  await files.ended()
  const admin = await signedIn(run.at.consoleUrl)

  const { accounts } = await admin.read<AccountsAnswer>('/accounts')
  expect(accounts.map(({ account }) => account)).toEqual(['local'])
  const units = await admin.read<UnitsAnswer>('/units?account=local&limit=2')
  expect(units.available).toBe(accounts[0]?.available)
  expect(units.lots).toMatchObject([{ granted: 1_000_000, remaining: units.available }])
  expect(units.history).toHaveLength(2)
  const more = await admin.read<UnitsAnswer>(
    `/units?account=local&before=${encodeURIComponent(String(units.next))}`,
  )
  expect(more.history.at(-1)).toMatchObject({ action: 'grant', units: 1_000_000 })

  const first = await admin.read<TasksAnswer>('/tasks?account=local&limit=4')
  const second = await admin.read<TasksAnswer>(`/tasks?account=local&before=${first.next}`)
  const ids = [...first.tasks, ...second.tasks].map(({ id }) => id)
  expect(new Set(ids).size).toBe(6)
  expect(second.next).toBeUndefined()
  const errors = await admin.read<TasksAnswer>('/tasks?account=local&status=error')
  expect(errors.tasks).toEqual([])
  const { task, charge } = await admin.read<TaskAnswer>(`/tasks/${ids[0]}`)
  expect(task).toMatchObject({ id: ids[0], status: 'success', account: 'local' })
  expect(charge?.units).toBeGreaterThanOrEqual(0)
  expect(JSON.stringify(task)).not.toContain('X-Amz-Signature')

  const told = await admin.read<DeliveriesAnswer>('/deliveries?account=local')
  expect(told.deliveries).toHaveLength(6)
  expect(told.deliveries[0]).toMatchObject({ status: 'delivered', attempts: [{ status: 204 }] })
  expect(await admin.read('/deliveries?account=local&failed=true')).toEqual({ deliveries: [] })
  const { keys, uploads } = await admin.read<KeysAnswer>('/keys')
  expect(keys).toMatchObject([{ account: 'local', name: 'pipeline', state: 'active' }])
  expect(keys[0]?.requests.inWindow).toBeGreaterThan(0)
  expect(keys[0]).not.toHaveProperty('hash')
  expect(uploads).toMatchObject([{ account: 'local', most: 100_000_000_000 }])

  const costs = await eventually('the metrics of the jobs', async () => {
    const answer = await admin.read<CostsAnswer>('/costs?by=day,recipe&days=2')
    return answer.rows.length > 0 ? answer : undefined
  })
  expect(costs.days).toHaveLength(2)
  expect(costs.rows).toMatchObject([{ recipe: 'slim', succeeded: 3, failed: 0, parked: 0 }])
  expect(costs.rows[0]?.dollars).toBeGreaterThan(0)
  const budget = await admin.read<BudgetAnswer>('/budget')
  expect(budget.lines.map(({ recipe, of, most }) => [recipe, of, most])).toEqual([
    [undefined, 'units', 1_000],
    ['slim', 'dollars', 2],
  ])
  expect(budget.lines[0]?.taken).toBeGreaterThan(0)
  expect(await admin.read<ParkedAnswer>('/parked')).toEqual({ jobs: [], more: false })
  expect(await admin.read('/audit')).toEqual({ entries: [] })
  const { findings } = await admin.read<DoctorAnswer>('/doctor')
  // Every check could be made with the rights that the function has.
  expect(findings.filter(({ says }) => says.includes('could not be looked at'))).toEqual([])
  expect(new Set(findings.map(({ check }) => check))).toEqual(
    new Set(['alarms', 'buckets', 'connection', 'costs', 'endpoints', 'jobs', 'queues', 'quotas']),
  )
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
})

test('keys and secrets are shown once, and kept in no answer, no audit and no log', async () => {
  const admin = await signedIn(run.at.consoleUrl)
  const change = async <Answer>(method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await admin.ask(method, path, body, headers)
    return [answer.status, (await answer.json()) as Answer] as const
  }
  const once = { 'idempotency-key': 'a-key-of-its-own' }
  const wish = { account: 'studio', name: 'camera', limits: { perWindow: 9, perSecond: 3 } }
  const [, made] = await change<KeyMade>('POST', '/keys', wish, once)
  expect(made.key).toMatch(/^dk_[\w-]{43}$/)
  // Whoever asks again is not shown it, and no other key is made.
  expect(await change('POST', '/keys', wish, once)).toEqual([200, { id: made.id }])
  const [, rotated] = await change<KeyMade>('POST', `/keys/${made.id}/rotate`, { keepHours: 1 })
  expect(rotated.key).not.toBe(made.key)
  const opens = async (key?: string): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${run.at.baseUrl}/s2s/v1.0/client/credit`, { headers })).status
  }
  expect([await opens(made.key), await opens(rotated.key)]).toEqual([200, 200])
  await change('POST', `/keys/${made.id}/disable`)
  const { keys } = await admin.read<KeysAnswer>('/keys')
  const keyOf = (id: string) => keys.find((key) => key.id === id)
  expect(keyOf(made.id)).toMatchObject({
    name: 'camera',
    state: 'inactive',
    requests: { perWindow: 9, perSecond: 3 },
  })
  expect(keyOf(rotated.id)).toMatchObject({
    name: 'camera',
    state: 'active',
    requests: { inWindow: 1, perWindow: 9 },
  })
  await change('POST', `/keys/${made.id}/enable`)
  expect(await change('POST', '/keys/00000000/rotate')).toEqual([
    400,
    { error: 'There is no key 00000000.', error_code: 'InvalidParameters' },
  ])
  const grant = { account: 'studio', units: 50, reference: 'first' }
  await change('POST', '/units', grant)
  const [, balance] = await change<AccountRow>('POST', '/units', grant)
  expect(balance).toMatchObject({ account: 'studio', available: 50 })
  const past = { ...grant, reference: 'late', expiresAt: '2020-01-01T00:00:00Z' }
  expect((await change<{ error: string }>('POST', '/units', past))[1].error).toContain('to come')

  const receiver = await startReceiver()
  const url = `${receiver.url}&at=studio`
  const [, added] = await change<EndpointMade>('POST', '/webhooks', { account: 'studio', url })
  expect(added.secret).toMatch(/^whsec_/)
  const where = `/webhooks/studio/${added.id}`
  const [, other] = await change<EndpointMade>('POST', `${where}/rotate`)
  expect(other.secret).not.toBe(added.secret)
  await change('POST', `${where}/disable`)
  const { endpoints } = await admin.read<EndpointsAnswer>('/webhooks?account=studio')
  expect(endpoints).toMatchObject([
    { url, active: false, inactiveReason: 'local switched it off in the console.' },
  ])
  expect(JSON.stringify(endpoints)).not.toContain('whsec_')
  await change('POST', `${where}/enable`)
  expect((await change('DELETE', where))[0]).toBe(200)
  expect((await change('DELETE', where))[0]).toBe(404)
  await receiver.close()
  for (const [bad, words] of [
    ['http://169.254.169.254/', /https|address/i],
    [run.at.webhookUrl, /pipeline listens there already/],
  ] as const) {
    const body = { account: 'local', url: bad }
    const [status, { error }] = await change<{ error: string }>('POST', '/webhooks', body)
    expect([status, error]).toEqual([
      expect.toSatisfy((code) => code >= 400),
      expect.stringMatching(words),
    ])
  }

  const { deliveries } = await admin.read<DeliveriesAnswer>('/deliveries?account=local')
  const event = String(deliveries[0]?.event)
  const body = { account: 'local', events: [event] }
  const [, replayed] = await change('POST', '/deliveries/replay', body)
  expect(replayed).toEqual({ begun: 1, underWay: 0, unheard: 0, wornOut: 0 })
  await eventually('the second attempt', async () => {
    const answer = await admin.read<DeliveriesAnswer>('/deliveries?account=local')
    return answer.deliveries.find((one) => one.event === event && one.attempts.length === 2)
  })
  const { tasks } = await admin.read<TasksAnswer>('/tasks?account=local')
  const effect = tasks.find(({ stage }) => stage === 'effect')
  expect((await change('DELETE', `/tasks/${effect?.id}`))[0]).toBe(200)
  const detection = tasks.find(({ stage }) => stage === 'pre-process')
  expect((await change('DELETE', `/tasks/${detection?.id}`))[0]).toBe(400)

  const pages = [await admin.read<AuditAnswer>('/audit?limit=10')]
  while (pages.at(-1)?.next) {
    const before = encodeURIComponent(String(pages.at(-1)?.next))
    pages.push(await admin.read<AuditAnswer>(`/audit?limit=10&before=${before}`))
  }
  const entries = pages.flatMap((page) => page.entries)
  expect(entries.at(-1)).toMatchObject({
    what: 'POST /console/api/keys',
    who: 'local',
    status: 200,
  })
  expect(entries.map(({ at }) => at)).toEqual(
    entries
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
  expect(new Set(entries.map(({ what, on, at }) => JSON.stringify([what, on, at]))).size).toBe(
    entries.length,
  )
  const told = [...logged, JSON.stringify(entries), await everyRecord()].join('\n')
  for (const secret of [made.key, rotated.key, added.secret, other.secret]) {
    expect(told).not.toContain(String(secret))
  }
})

test('a feature is tried on a picture of one’s own, after free detection, and judged before anything is uploaded', async () => {
  run.around(
    'service/run-task',
    noopWorker(() => ({ perform: noopEngine(2) })),
  )
  const operator = await signedIn(run.at.consoleUrl)
  const ask = async <Answer>(path: string, body: unknown, headers = {}) => {
    const answer = await operator.ask('POST', path, body, headers)
    return [answer.status, (await answer.json()) as Answer & { error: string }] as const
  }
  const { png: bytes } = await twoPeoplePicture()
  const src = { role: 'src', name: 'me.png', contentType: 'image/png', size: bytes.length }
  const tried = { feature: 'body-reshape', parameters: { features: { slim: -40 } }, files: [src] }
  const [, judged] = await ask<TryJudged>('/tries/check', tried)
  expect(judged).toMatchObject({
    units: { least: 1, most: 1 },
    effect: {
      path: '/s2s/v2.0/task/body-reshape',
      body: { features: { slim: -40 }, index: 0, src_file_id: '{src.0}' },
    },
    detection: { path: '/s2s/v2.0/task/body-reshape/pre-process' },
  })
  for (const [wrong, path, words] of [
    [
      { ...tried, parameters: { features: { slim: -400 } } },
      ['parameters', 'features', 'slim'],
      /^features.slim is below/,
    ],
    [
      { ...tried, parameters: { features: { slim: -40, slimm: 1 } } },
      ['parameters', 'features', 'slimm'],
      /Did you mean slim\?/,
    ],
    [
      { ...tried, files: [{ ...src, contentType: 'image/gif' }] },
      ['files', 'src'],
      /not image\/jpeg or image\/png/,
    ],
    [{ ...tried, files: [{ ...src, size: 0 }] }, ['files', 'src'], /is empty/],
    [{ ...tried, files: [src, { ...src, role: 'msk' }] }, ['files', 'msk'], /takes no msk/],
  ] as const) {
    const [status, { problems }] = await ask<TryProblems>('/tries/check', wrong)
    expect([status, problems]).toEqual([200, [{ path, words: expect.stringMatching(words) }]])
    // What breaks a rule begins nothing.
    const [refused, { error }] = await ask('/tries', { make: 'slots', ...wrong })
    expect([refused, error]).toEqual([400, problems[0]?.words])
  }
  const [unknown, { error }] = await ask('/tries/check', { ...tried, feature: 'body-reshap' })
  expect([unknown, error]).toEqual([400, expect.stringContaining('body-reshape')])

  const once = { 'idempotency-key': 'slots-of-this-try' }
  const [, { slots }] = await ask<TrySlots>('/tries', { make: 'slots', ...tried }, once)
  const { id, request } = slots[0]!
  const { method, url, headers } = request!
  expect((await fetch(url, { method, headers, body: bytes })).status).toBe(200)
  // The address to upload to is kept nowhere.
  expect(await ask('/tries', { make: 'slots', ...tried }, once)).toEqual([
    200,
    { slots: [{ role: 'src', id }] },
  ])
  const status = (task: string, stage: string) =>
    eventually(`the end of a ${stage}`, async () => {
      const found = await operator.read<TryStatus>(
        `/tries/${task}?feature=body-reshape&stage=${stage}`,
      )
      return found.status === 'running' ? undefined : found
    })
  const { feature, parameters } = tried
  const [, detection] = await ask<TryBegun>('/tries', { make: 'detection', feature, src: id })
  expect((await status(detection.task, 'pre-process')).found).toHaveLength(2)
  const effect = { make: 'effect', feature, parameters, files: { src: [id] }, index: 1 }
  const key = { 'idempotency-key': 'one-effect-only' }
  const [, begun] = await ask<TryBegun>('/tries', effect, key)
  expect((await ask<TryBegun>('/tries', effect, key))[1]).toEqual(begun)
  const ended = await status(begun.task, 'effect')
  expect(ended).toMatchObject({ status: 'success', units: 1 })
  expect((await fetch(String(ended.url))).status).toBe(200)
  // Its upload and its result leave with it.
  expect((await operator.ask('DELETE', `/tasks/${begun.task}`)).status).toBe(200)
  // S3 tells whoever may not list a bucket no more of what is missing.
  expect((await fetch(String(ended.url))).status).toBe(403)
  const viewer = await signedIn(run.secondConsoleUrl)
  expect((await viewer.ask('POST', '/tries/check', tried)).status).toBe(403)
  expect(logged.join('\n')).not.toContain('X-Amz-Signature')
})

/** All that the console keeps. */
async function everyRecord(): Promise<string> {
  const TableName = String(run.stacks.outputs['DarkroomConsole']?.['ConsoleTableName'])
  const { Items } = await run.db.send(new ScanCommand({ TableName }))
  expect(Items?.length).toBeGreaterThan(10)
  return JSON.stringify(Items)
}
