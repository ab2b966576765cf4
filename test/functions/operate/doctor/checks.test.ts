import { DescribeAlarmsCommand, GetMetricDataCommand } from '@aws-sdk/client-cloudwatch'
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager'
import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, expect, test, vi } from 'vitest'
import { checkAlarms } from '../../../../functions/operate/doctor/check-alarms.ts'
import { checkConnection } from '../../../../functions/operate/doctor/check-connection.ts'
import { checkEndpoints } from '../../../../functions/operate/doctor/check-endpoints.ts'
import { checkFunctions } from '../../../../functions/operate/doctor/check-functions.ts'
import { checkJobs } from '../../../../functions/operate/doctor/check-jobs.ts'
import { checkQueues } from '../../../../functions/operate/doctor/check-queues.ts'
import { checkRecipes } from '../../../../functions/operate/doctor/check-recipes.ts'
import { examineWithin } from '../../../../functions/operate/doctor/examine-within.ts'
import {
  EXIT_CODES,
  type Finding,
  worstLevel,
} from '../../../../functions/operate/doctor/finding.ts'
import { makeChecks } from '../../../../functions/operate/doctor/make-checks.ts'
import { readMetrics } from '../../../../functions/operate/doctor/read-metric.ts'
import { remedyFor } from '../../../../functions/operate/doctor/remedy-for.ts'
import { mockSite, NOW, siteWith } from './site.ts'

const { cloudWatch, secrets, sqs, sfn, s3, db } = mockSite()
afterEach(() => {
  vi.unstubAllGlobals()
})

const said = (findings: Finding[]) => findings.map(({ level, says }) => `${level}: ${says}`)
const DAY = 86_400_000

test('the worst level of several counts, and what it ends the command with', () => {
  const of = (...levels: Finding['level'][]) =>
    worstLevel(levels.map((level) => ({ level, check: '', says: '' })))
  expect([of(), of('note'), of('problem', 'ok'), of('warning', 'note')]).toEqual([
    'ok',
    'note',
    'problem',
    'warning',
  ])
  expect(EXIT_CODES).toEqual({ ok: 0, note: 0, warning: 2, problem: 3 })
})

test('checks are made at once, and the worst comes first; one that fails is a finding', async () => {
  const find = (level: Finding['level']) => async (): Promise<Finding[]> => [
    { level, check: level, says: level },
  ]
  const late = () => new Promise<Finding[]>(() => {})
  const failing = () => Promise.reject(Object.assign(new Error('No.'), { name: 'AccessDenied' }))
  const checks = { a: find('ok'), b: find('problem'), c: failing, d: late }
  const found = await makeChecks(siteWith(), checks, 20)
  expect(found).toEqual([
    { level: 'problem', check: 'problem', says: 'problem' },
    {
      level: 'warning',
      check: 'c',
      says: 'This could not be looked at: No.',
      todo: expect.stringContaining('rights'),
    },
    {
      level: 'warning',
      check: 'd',
      says: 'This could not be looked at: it took longer than 0.02 s.',
      todo: 'Run `darkroom doctor`, which waits as long as it takes.',
    },
    { level: 'ok', check: 'ok', says: 'ok' },
  ])
  expect(await makeChecks(siteWith(), { a: find('ok') })).toHaveLength(1)
})

test.each([
  ['Renew the credentials', { name: 'ExpiredTokenException' }],
  ['Renew the credentials', { name: 'UnrecognizedClientException' }],
  ['Renew the credentials', { name: 'CredentialsProviderError' }],
  ['Give the credentials the rights', { name: 'AccessDeniedException' }],
  ['Give the credentials the rights', { name: 'UnauthorizedOperation' }],
  ['Give the credentials the rights', { $metadata: { httpStatusCode: 401 } }],
  ['Give the credentials the rights', { $metadata: { httpStatusCode: 403 } }],
  ['does not speak as AWS does', { $metadata: { httpStatusCode: 200 } }],
  ['does not speak as AWS does', { $metadata: { httpStatusCode: 299 } }],
  ['Ask again in a minute', { $metadata: { httpStatusCode: 300 } }],
  ['Ask again in a minute', { $metadata: { httpStatusCode: 404 } }],
  ['Look at the network', { code: 'ECONNREFUSED' }],
  ['Ask again in a minute', {}],
])('%s helps against %j', (remedy, fields) => {
  expect(remedyFor(Object.assign(new Error('No.'), fields))).toContain(remedy)
})

test('what is no error, and what cannot be read, is told apart', () => {
  expect(remedyFor('No.')).toContain('Ask again in a minute')
  for (const error of [
    new SyntaxError('?'),
    new Error('x is not valid JSON'),
    new Error('Deserialization error'),
  ]) {
    expect(remedyFor(error)).toContain('does not speak as AWS does')
  }
})

const QUERY = { namespace: 'AWS/SQS', name: 'Age', statistic: 'Maximum' } as const

test('metrics are asked for five hundred at a time, page by page, by the hour where it is long', async () => {
  const results = (...given: [string, number[]][]) => ({
    MetricDataResults: given.map(([Id, Values]) => ({ Id, Values })),
  })
  cloudWatch
    .on(GetMetricDataCommand)
    .resolvesOnce({ ...results(['m0', [1, 5]], ['m1', [2]]), NextToken: 'more' })
    .resolvesOnce(results(['m1', [3]], ['m7', [9]]))
    .resolvesOnce(results(['m0', [7]]))
    .resolves({})
  const sum = { ...QUERY, statistic: 'Sum' as const, dimensions: { QueueName: 'drop' } }
  const queries = [QUERY, sum, ...Array(499).fill(QUERY)]
  const { cloudWatch: client } = siteWith()
  const found = await readMetrics(client, queries, { since: NOW - 3_600_000, now: NOW })
  expect([found.length, found[0], found[1], found[2], found[7], found[500]]).toEqual([
    501,
    5,
    5,
    undefined,
    9,
    7,
  ])
  const asked = cloudWatch.commandCalls(GetMetricDataCommand).map(({ args }) => args[0].input)
  expect(asked.map(({ MetricDataQueries }) => MetricDataQueries?.length)).toEqual([500, 500, 1])
  expect(asked[1]).toMatchObject({
    NextToken: 'more',
    StartTime: new Date(NOW - 3_600_000),
    EndTime: new Date(NOW),
  })
  expect(asked[0]?.MetricDataQueries?.[1]).toEqual({
    Id: 'm1',
    MetricStat: {
      Metric: {
        Namespace: 'AWS/SQS',
        MetricName: 'Age',
        Dimensions: [{ Name: 'QueueName', Value: 'drop' }],
      },
      Period: 60,
      Stat: 'Sum',
    },
  })
  await readMetrics(client, [QUERY], { since: NOW - 3_600_001, now: NOW })
  const last = cloudWatch.commandCalls(GetMetricDataCommand).at(-1)?.args[0].input
  expect(last?.MetricDataQueries?.[0]?.MetricStat?.Period).toBe(3600)
})

test('alarms: none raised, one raised, none there; and whether anybody hears of them', async () => {
  expect(said(await checkAlarms(siteWith()))).toEqual([
    'ok: None of 1 alarms is raised.',
    'ok: 1 subscriptions listen to arn:alarms.',
  ])
  const deaf = siteWith({}, { listeners: async () => ({ 'arn:alarms': 0 }) })
  expect((await checkAlarms(deaf))[1]).toMatchObject({
    level: 'warning',
    todo: expect.stringContaining('--topic-arn arn:alarms'),
  })
  const since = new Date(NOW)
  cloudWatch.on(DescribeAlarmsCommand).resolves({
    MetricAlarms: [
      {
        AlarmName: 'A',
        StateValue: 'ALARM',
        StateUpdatedTimestamp: since,
        AlarmDescription: 'Do.',
      },
      { AlarmName: 'B', StateValue: 'ALARM' },
      { AlarmName: 'C', StateValue: 'OK' },
    ],
  })
  expect((await checkAlarms(siteWith({}, null))).map(({ says, todo }) => [says, todo])).toEqual([
    ['An alarm is raised since 2026-01-31T12:00:00.000Z: A.', 'Do.'],
    ['An alarm is raised since some time: B.', 'Look at its metric in CloudWatch.'],
    ['Raised alarms of a local run stand in its log and here alone.', undefined],
  ])
  cloudWatch.on(DescribeAlarmsCommand).resolves({})
  expect(said(await checkAlarms(siteWith({ alarmPrefixes: ['A-', ''] })))[0]).toBe(
    'warning: The stacks have no alarms.',
  )
  const asked = cloudWatch.commandCalls(DescribeAlarmsCommand).map(({ args }) => args[0].input)
  expect(asked.slice(-2)).toMatchObject([
    { AlarmNamePrefix: 'A-' },
    { AlarmTypes: ['MetricAlarm'] },
  ])
  expect(asked.at(-1)).not.toHaveProperty('AlarmNamePrefix')
})

const attributes = (visible: string, hidden: string, more = {}) => ({
  Attributes: {
    ApproximateNumberOfMessages: visible,
    ApproximateNumberOfMessagesNotVisible: hidden,
    ...more,
  },
})

test('dead letters are those of queues with none behind them', async () => {
  expect(said(await checkQueues(siteWith()))).toEqual([
    'ok: No dead letters wait.',
    'ok: No dropped file waits to be taken in.',
  ])
  const { dropQueue } = siteWith().pipeline.at
  sqs
    .on(GetQueueAttributesCommand, { QueueUrl: `${dropQueue}-dead` })
    .resolves(attributes('1', '2'))
    .on(GetQueueAttributesCommand, { QueueUrl: dropQueue })
    .resolves(attributes('3', '1', { RedrivePolicy: '{}' }))
  expect(said(await checkQueues(siteWith()))).toEqual([
    'problem: 3 dead letters wait in drop-dead.',
    'note: 4 dropped files wait to be taken in, the oldest for 0 s.',
  ])
})

test.each([
  [899.4, 'note', '899'],
  [900, 'problem', '900'],
])('a file that has waited for %d s is a %s', async (age, level, told) => {
  sqs.on(GetQueueAttributesCommand).resolves(attributes('1', '0', { RedrivePolicy: '{}' }))
  cloudWatch.on(GetMetricDataCommand).resolves({ MetricDataResults: [{ Id: 'm0', Values: [age] }] })
  expect(said(await checkQueues(siteWith()))[1]).toBe(
    `${level}: 1 dropped files wait to be taken in, the oldest for ${told} s.`,
  )
  expect(cloudWatch.commandCalls(GetMetricDataCommand)[0]?.args[0].input).toMatchObject({
    StartTime: new Date(NOW - 300_000),
    EndTime: new Date(NOW),
  })
})

test('a local run holds no function back', async () => {
  expect(said(await checkFunctions(siteWith({}, null)))).toEqual([
    'note: A local run holds no function back.',
  ])
})

/** Throttles of each function, and the most that ran at once. */
function functionsWith(held: number[], peak: number, account = {}) {
  const values = (counts: number[]) =>
    counts.flatMap((count, at) => (count > 0 ? [{ Id: `m${at}`, Values: [count] }] : []))
  cloudWatch.reset()
  cloudWatch
    .on(GetMetricDataCommand)
    .resolvesOnce({ MetricDataResults: values(held) })
    .resolvesOnce({ MetricDataResults: values([peak]) })
  return checkFunctions(siteWith({}, account))
}

test('functions that were held back are named', async () => {
  expect(said(await functionsWith([0, 0], 0))[0]).toBe(
    'ok: None of 2 functions was throttled in the last day.',
  )
  expect(said(await functionsWith([0, 7], 0))[0]).toBe(
    'warning: deliver was throttled 7 times in the last day.',
  )
  const asked = cloudWatch.commandCalls(GetMetricDataCommand).map(({ args }) => args[0].input)
  for (const { StartTime } of asked) expect(StartTime).toEqual(new Date(NOW - DAY))
})

test.each([
  [1000, 799, 'ok'],
  [1000, 800, 'warning'],
  [100, 1, 'warning'],
  [101, 1, 'ok'],
])('of %i functions that may run at once %i did: %s', async (limit, peak, level) => {
  const found = await functionsWith([], peak, { concurrencyLimit: async () => limit })
  expect(said(found)[1]).toBe(
    `${level}: At most ${peak} functions ran at once in the last day, of ${limit} that the account may run.`,
  )
})

test.each([
  [{ a: 400, b: 400 }, 'ok', '800', 'a 400, b 400'],
  [{ a: 1, b: 400, c: 300, d: 100 }, 'warning', '801', 'b 400, c 300, d 100'],
])('queues that may begin %j are %s', async (most, level, sum, largest) => {
  const found = await functionsWith([], 0, { queueConcurrency: async () => most })
  expect(said(found)[2]).toBe(
    `${level}: Queues may begin ${sum} functions at once, of 1000 that the account may run: ${largest}.`,
  )
  if (level === 'warning') expect(found[2]?.todo).toContain('below 800,')
})

const HOOK = 'https://hooks.example/webhook'
const RECORD = { active: true, account: 'acme' }

/** A service that knows the key by this record, with units and endpoints of its account. */
function serviceWith(record: object | undefined, units: number[], endpoints: object[]) {
  const seen: unknown[] = []
  const service = {
    keys: { get: async () => record },
    units: {
      usableGrants: async (...given: unknown[]) => {
        seen.push(given)
        return units.map((remaining) => ({ remaining }))
      },
    },
    webhooks: { endpoints: async () => endpoints },
  }
  return { seen, site: siteWith({ service: service as never }) }
}

test('a key that the service takes, units and an endpoint are all that is needed', async () => {
  const endpoints = [
    { url: 'https://other', active: false },
    { url: HOOK, active: true },
  ]
  const { site, seen } = serviceWith({ ...RECORD, expiresAt: NOW / 1000 + 1 }, [1, 2], endpoints)
  expect(said(await checkConnection(site))).toEqual([
    'ok: The pipeline has a key of the service.',
    'ok: The account acme has 3 units left.',
    'ok: The service tells the pipeline of ended tasks.',
  ])
  expect(seen).toEqual([['acme', NOW / 1000]])
  expect(said(await checkConnection(siteWith()))).toHaveLength(1)
})

test.each([
  [undefined, 'is not known to the service'],
  [{ ...RECORD, active: false }, 'is switched off'],
  [{ ...RECORD, expiresAt: NOW / 1000 }, 'has expired'],
])('a key of %j is a problem', async (record, why) => {
  expect(said(await checkConnection(serviceWith(record, [], []).site)).slice(1)).toEqual([
    `problem: The key of the secret ${why}.`,
  ])
})

test('what an account lacks is told, with what helps', async () => {
  const none = await checkConnection(serviceWith(RECORD, [], []).site)
  expect(none.slice(1).map(({ level, todo }) => [level, todo])).toEqual([
    ['problem', 'Run `darkroom units grant acme <number>`.'],
    ['warning', 'Run `darkroom connect` again.'],
  ])
  const off = (more: object) => [{ id: 'ep', url: HOOK, active: false, ...more }]
  const silent = async (more: object) =>
    (await checkConnection(serviceWith(RECORD, [1], off(more)).site))[2]
  expect(await silent({ inactiveReason: 'gone' })).toMatchObject({
    says: 'The service has stopped telling the pipeline of ended tasks: gone.',
    todo: 'Run `darkroom webhooks enable acme ep`.',
  })
  expect((await silent({}))?.says).toMatch(/: switched off\.$/)
})

test('a secret with several keys names each, one without any is not connected, an old one is due', async () => {
  const webhookSecret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const hold = (SecretString: string, days = 0) =>
    secrets
      .on(GetSecretValueCommand)
      .resolves({ SecretString, CreatedDate: new Date(NOW - days * DAY) })
  hold(JSON.stringify({ apiKeys: [{ key: 'a' }, { key: 'b' }], webhookSecret }))
  expect(said(await checkConnection(serviceWith(undefined, [], []).site)).slice(1)).toEqual(
    ['Key 1', 'Key 2'].map((name) => `problem: ${name} of the secret is not known to the service.`),
  )
  const key = JSON.stringify({ apiKey: 'a', webhookSecret })
  hold(key, 365.9)
  expect((await checkConnection(siteWith()))[0]?.level).toBe('ok')
  hold(key, 366)
  expect((await checkConnection(siteWith()))[0]?.says).toBe(
    'The key of the service was set 366 days ago.',
  )
  secrets.on(GetSecretValueCommand).resolves({ SecretString: key })
  expect((await checkConnection(siteWith()))[0]?.level).toBe('ok')
  const unconnected = [
    'problem: The pipeline is not connected: its secret holds no key of a service, so every job fails.',
  ]
  hold('{}')
  expect(said(await checkConnection(siteWith()))).toEqual(unconnected)
  secrets
    .on(GetSecretValueCommand)
    .rejects(new ResourceNotFoundException({ $metadata: {}, message: '' }))
  expect(said(await checkConnection(siteWith()))).toEqual(unconnected)
  secrets.on(GetSecretValueCommand).rejects(new Error('Away.'))
  await expect(checkConnection(siteWith())).rejects.toThrow('Away.')
})

test.each([
  [400, 'ok'],
  [401, 'ok'],
  [499, 'ok'],
  [404, 'problem'],
  [399, 'problem'],
  [500, 'problem'],
])('what answers %i without credentials is %s', async (status, level) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  const found = await checkEndpoints(siteWith({ serviceUrl: 'https://service.example' }))
  const what = level === 'ok' ? 'answers and takes nothing unsigned' : `answers ${status}, where`
  expect(said(found)).toEqual([
    expect.stringMatching(new RegExp(`^${level}: The webhook receiver .*${what}`)),
    expect.stringMatching(new RegExp(`^${level}: The service .*${what}`)),
  ])
})

test('what cannot be reached is told by its code, and asked for ten seconds', async () => {
  const bound = vi.spyOn(AbortSignal, 'timeout')
  const asked: unknown[] = []
  const refused = async (url: string, { method }: RequestInit) => {
    asked.push([url, method])
    throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
  }
  vi.stubGlobal('fetch', refused)
  const found = await checkEndpoints(siteWith({ serviceUrl: 'https://service.example' }))
  expect(found[0]?.says).toBe(
    'The webhook receiver at hooks.example cannot be reached: ECONNREFUSED.',
  )
  expect(asked).toEqual([
    [HOOK, 'POST'],
    ['https://service.example/s2s/v1.0/client/credit', undefined],
  ])
  expect(bound).toHaveBeenCalledWith(10_000)
  bound.mockRestore()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Late.')))
  expect((await checkEndpoints(siteWith())).map(({ says }) => says)).toEqual([
    'The webhook receiver at hooks.example cannot be reached: Late..',
  ])
})

const JOB = {
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', size: 1 },
  recipe: { name: 'slim' },
  attempt: 0,
  createdAt: new Date(NOW - 1000).toISOString(),
}
const failed = (id: string, code: string, retryable: boolean, message = 'It broke.') => ({
  ...JOB,
  id,
  status: 'failed',
  failure: { code, message, state: 'Deliver', retryable },
})

/** Jobs of the last day, in the first partition that is asked. */
function jobsWith(...jobs: object[]) {
  let served = 0
  db.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => {
    const at = JOB.createdAt
    const isTheirs = values[':since'] <= at && at <= values[':until']
    return { Items: isTheirs && served++ === 0 ? jobs : [] }
  })
  return checkJobs(siteWith())
}

test('jobs of a day that none failed of, what they took, and how many are open', async () => {
  expect(said(await jobsWith({ ...JOB, id: 'a', status: 'running' }))).toEqual([
    'ok: 1 job of the last day; none failed.',
    'ok: 0 executions are open, of 1000000 that may be.',
    'ok: 0 jobs of the last day took 0 units and about $0.0000.',
  ])
})

test('jobs that failed are told by their reason, and what helps', async () => {
  const found = await jobsWith(
    failed('a', 'ServiceUnreachable', true),
    failed('b', 'ServiceUnreachable', true),
    failed('c', 'JobBroke', false, ''),
    failed('d', 'NoTarget', false, 'Nobody.'),
    { ...JOB, id: 'e', status: 'parked' },
  )
  expect(found.slice(0, 4).map(({ level, says, todo }) => [level, says, todo])).toEqual([
    [
      'warning',
      '2 jobs of the last day failed: ServiceUnreachable in Deliver. It broke.',
      'Look at one with `darkroom job b`; `darkroom retry b` tries again.',
    ],
    [
      'warning',
      '1 job of the last day failed: JobBroke in Deliver.',
      'Look at one with `darkroom job c`; trying again with the same file will not help.',
    ],
    [
      'note',
      '1 job of the last day refused a file that does not suit: NoTarget in Deliver. Nobody.',
      'Look at one with `darkroom job d`; another file, or another recipe, may do.',
    ],
    ['note', '1 job of the last day parked: the budget has no room.', expect.any(String)],
  ])
  expect(found.at(-1)?.says).toMatch(
    /^4 jobs of the last day took \d+ units? and about \$0\.\d{4}\.$/,
  )
})

test('batches of the last day that failed or ran out of time are counted, the newest first', async () => {
  const { batchMachineArn, stateMachineArn } = siteWith().pipeline.at
  const ended = (ms: number) => ({ stopDate: new Date(NOW - ms) }) as never
  sfn
    .on(ListExecutionsCommand, { stateMachineArn: batchMachineArn, statusFilter: 'FAILED' })
    .resolvesOnce({ executions: [ended(1), ended(2)], nextToken: 'a' })
    .resolvesOnce({ executions: [ended(DAY - 1), ended(DAY)], nextToken: 'b' })
    .rejects(new Error('Nobody reads on.'))
    .on(ListExecutionsCommand, { stateMachineArn: batchMachineArn, statusFilter: 'TIMED_OUT' })
    .resolves({ executions: [ended(5)] })
    .on(ListExecutionsCommand, { stateMachineArn, statusFilter: 'RUNNING' })
    .resolvesOnce({ executions: Array(1000).fill({}), nextToken: 'c' })
    .resolvesOnce({ executions: Array(8999).fill({}) })
  const found = said(await jobsWith())
  expect(found).toContain('warning: 4 batches of the last day failed.')
  expect(found).toContain('ok: 9999 executions are open, of 1000000 that may be.')
})

test('ten thousand open executions are counted and no more', async () => {
  const { stateMachineArn } = siteWith().pipeline.at
  sfn
    .on(ListExecutionsCommand, { stateMachineArn, statusFilter: 'RUNNING' })
    .resolvesOnce({ executions: Array(10_000).fill({}), nextToken: 'c' })
    .rejects(new Error('Nobody reads on.'))
  expect(said(await jobsWith())).toContain(
    'ok: 10000 or more executions are open, of 1000000 that may be.',
  )
})

/** A bucket with these recipes by their keys. */
function recipesWith(recipes: Record<string, string>, change = {}) {
  s3.on(ListObjectsV2Command).resolves({
    Contents: [...Object.keys(recipes).map((Key) => ({ Key })), {}],
  })
  s3.on(GetObjectCommand).callsFake(({ Key }) => ({
    Body: { transformToString: async () => recipes[Key] },
  }))
  return checkRecipes(siteWith(change))
}
const steps = (...given: object[]) => JSON.stringify({ steps: given })
const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }

test('recipes that can be used are counted, others are told', async () => {
  const own = { service: {} }
  expect(said(await recipesWith({}))).toEqual(['warning: There is no recipe that can be used.'])
  const odd = { 'recipes/a/b.json': '{', 'recipes/a.txt': '{', 'recipes/A b.json': '{' }
  expect(said(await recipesWith({ ...odd, 'recipes/slim.json': steps(SLIM) }, own))).toEqual([
    'ok: 1 recipes can be used.',
  ])
  const found = await recipesWith({ 'recipes/slim.json': steps(SLIM), 'recipes/bad.json': '{' })
  expect(said(found)).toEqual([
    expect.stringMatching(/^warning: The recipe bad cannot be used: /),
    'ok: 1 recipes can be used.',
  ])
})

test('a recipe that only a generator can carry out is told where our own service has none', async () => {
  const box = {
    feature: 'obj-replace',
    parameters: { prompt: 'a sleeping cat' },
    inputs: { msk: { companion: '{stem}.mask.png' } },
  }
  const recipes = { 'recipes/box.json': steps(box), 'recipes/slim.json': steps(SLIM) }
  const service = {} as never
  expect(await recipesWith(recipes, { service })).toEqual([
    {
      level: 'warning',
      check: 'recipes',
      says: expect.stringMatching(
        /^The recipe box is refused: prompt asks for what only a generator/,
      ),
      todo: 'Change the prompt, or configure a generator; every drop under it is refused.',
    },
    { level: 'ok', check: 'recipes', says: '1 recipes can be used.' },
  ])
  const both = ['ok: 2 recipes can be used.']
  const generator = { settings: '{"kind":"bedrock"}', secret: undefined }
  expect(said(await recipesWith(recipes, { service, generator }))).toEqual(both)
  // What another provider carries out is not known.
  expect(said(await recipesWith(recipes))).toEqual(both)
})

test('a page looks at what its function may, and says what is left for the command', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  const deployed = await examineWithin(siteWith())
  expect(deployed.at(-1)).toMatchObject({ level: 'note', check: 'account' })
  const local = await examineWithin(siteWith({}, null))
  expect(local.map(({ check }) => check)).not.toContain('account')
  const checks = new Set(local.map(({ check }) => check))
  expect([...checks].sort()).toEqual([
    'alarms',
    'buckets',
    'connection',
    'costs',
    'endpoints',
    'jobs',
    'queues',
    'quotas',
  ])
})
