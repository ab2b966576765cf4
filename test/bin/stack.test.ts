import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../../bin/commands/connect.ts'
import { costs } from '../../bin/commands/costs.ts'
import { jobs } from '../../bin/commands/jobs.ts'
import { keys } from '../../bin/commands/keys.ts'
import { recipes } from '../../bin/commands/recipes.ts'
import { tasks } from '../../bin/commands/tasks.ts'
import { units } from '../../bin/commands/units.ts'
import { webhooks } from '../../bin/commands/webhooks.ts'
import { explain } from '../../bin/explain.ts'
import { eventually } from '../stack/eventually.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { webhookSecret } from '../stack/webhook-sender.ts'
import { type CloudFormation, startCloudFormation } from './cloud-formation.ts'

/** Deployed stacks have public addresses; this run's own endpoint is on this machine, where none may be registered. */
const WEBHOOK_URL = 'https://hooks.example/webhook'

/**
 * The command line as it works on deployed stacks: it is told nothing but their names, reads their outputs from
 * CloudFormation, and finds every service where the environment says. Behind it run the very templates.
 */
let run: Run
let cloudFormation: CloudFormation

beforeAll(async () => {
  run = await startRun()
  const { DarkroomService = {}, DarkroomPipeline = {} } = run.stacks.outputs
  cloudFormation = await startCloudFormation({
    DarkroomService,
    DarkroomPipeline: { ...DarkroomPipeline, WebhookUrl: WEBHOOK_URL },
  })
})
afterAll(async () => {
  await cloudFormation.close()
  await run.close()
})
beforeEach(() => {
  for (const [name, value] of Object.entries(run.stacks.sdkEnvironment)) vi.stubEnv(name, value)
  vi.stubEnv('AWS_ENDPOINT_URL_CLOUDFORMATION', cloudFormation.url)
  cloudFormation.asked.length = 0
})
afterEach(() => vi.unstubAllEnvs())

const COMMANDS: Readonly<Record<string, () => Command>> = {
  connect,
  costs,
  jobs,
  keys,
  recipes,
  tasks,
  units,
  webhooks,
}

/** What a command prints. */
const darkroom = async (name: string, ...words: string[]): Promise<string> => {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await COMMANDS[name]?.().parseAsync(words, { from: 'user' })
    return print.mock.calls.map(([line]) => `${line}\n`).join('')
  } finally {
    print.mockRestore()
  }
}
const service = async (...words: [string, ...string[]]) =>
  JSON.parse(await darkroom(...words, '--stack', 'DarkroomService', '--json'))

const ask = (key: string, path: string) =>
  fetch(`${run.at.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })

test('a key made for a deployed service is let in until it is switched off', async () => {
  const { key, id } = await service('keys', 'create', 'far')
  expect(cloudFormation.asked).toEqual(['DarkroomService'])
  expect((await ask(key, '/s2s/v2.0/task/body-reshape/nothing')).status).toBe(400)
  expect(await service('keys', 'list', '--account', 'far')).toMatchObject([{ id }])
  const { key: next } = await service('keys', 'rotate', id)
  await service('keys', 'expire', id, 'never')
  await service('keys', 'disable', id)
  expect((await ask(key, '/s2s/v2.0/task/body-reshape/nothing')).status).toBe(401)
  expect((await ask(next, '/s2s/v2.0/task/body-reshape/nothing')).status).toBe(400)
  await service('keys', 'enable', id)
})

test('units, endpoints, deliveries and tasks of a deployed service are worked on', async () => {
  expect(await service('units', 'grant', 'far', '5')).toMatchObject({ available: 5 })
  expect(await service('units', 'show', 'far')).toMatchObject({ available: 5 })
  expect(await service('units', 'history', 'far')).toMatchObject([{ action: 'grant' }])

  const onThisMachine = service('webhooks', 'add', 'far', 'http://127.0.0.1:9/hook')
  await expect(onThisMachine).rejects.toThrow('not https')
  const { id } = await service('webhooks', 'add', 'far', 'https://nobody.invalid/hook')
  await service('webhooks', 'rotate', 'far', id)
  const { key } = await service('keys', 'create', 'far')
  const path = '/s2s/v2.0/task/body-reshape'
  const made = await fetch(`${run.at.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      src_file_url: 'https://nobody.invalid/a.jpg',
      version: '1.0',
      features: { slim: 1 },
    }),
  })
  const { data } = (await made.json()) as { data: { task_id: string } }
  const delivery = await eventually('the first attempt', async () => {
    const [first] = await service('webhooks', 'deliveries', 'far')
    return first?.attempts.length > 0 ? first : undefined
  })
  // Some networks give every name an address.
  expect(delivery.attempts[0].reason).toMatch(/^(dns|address|network)$/)

  expect(await service('tasks', 'list', 'far')).toMatchObject([{ id: data.task_id }])
  const requestId = made.headers.get('x-request-id')
  expect(await service('tasks', 'show', data.task_id)).toMatchObject({ status: 'error', requestId })
  await service('tasks', 'delete', data.task_id)
  await service('webhooks', 'disable', 'far', id)
  expect(await service('webhooks', 'replay', 'far', '--event', delivery.eventId)).toMatchObject({
    unheard: 1,
  })
  await service('webhooks', 'enable', 'far', id)
  await service('webhooks', 'remove', 'far', id)
  expect(await service('webhooks', 'list', 'far')).toEqual([])
})

test('a replay reaches the queue of a deployed service', async () => {
  const { id } = await service('webhooks', 'add', 'again', 'https://nobody.invalid/hook')
  const now = Math.floor(Date.now() / 1000)
  const { dynamoWebhookStore } = await import(
    '../../functions/service/webhooks/dynamo-webhook-store.ts'
  )
  const store = dynamoWebhookStore(run.db, run.tables.webhooks)
  const key = { account: 'again', eventId: 'evt_old', endpointId: id }
  const times = { dueAt: now, createdAt: now, expiresAt: now + 1000 }
  await store.createDelivery({
    ...key,
    ...times,
    body: '{}',
    status: 'pending',
    attempt: 0,
    attempts: [],
  })
  await store.refuse(key)
  const replayed = await service('webhooks', 'replay', 'again', '--failed', '--since', '1h')
  expect(replayed).toMatchObject({ begun: 1 })
  await eventually('its attempt', async () => (await store.delivery(key))?.attempts[0])
})

test('a deployed pipeline is connected to a deployed service, and again without a change', async () => {
  const before = await webhookSecret(run)
  const said = 'DarkroomPipeline works on the account local of DarkroomService.\n'
  expect(await darkroom('connect', '--account', 'local')).toBe(said)
  expect(cloudFormation.asked).toEqual(['DarkroomService', 'DarkroomPipeline'])
  const [endpoint, ...others] = await service('webhooks', 'list', 'local')
  expect(endpoint).toMatchObject({ url: WEBHOOK_URL, active: true, purpose: 'pipeline' })
  expect(others).toEqual([])
  const held = await service('keys', 'list', '--account', 'local')
  expect(await darkroom('connect', '--account', 'local')).toBe(said)
  expect(await service('keys', 'list', '--account', 'local')).toEqual(held)
  expect(await webhookSecret(run)).toBe(before)
})

test.each([
  [['jobs'], '[]'],
  [['recipes', 'list'], 'slim'],
  [['costs'], '[]'],
])('%j works on a deployed pipeline', async ([name = '', ...words], told) => {
  const said = await darkroom(name, ...words, '--stack', 'DarkroomPipeline', '--json')
  expect(said).toContain(told)
  expect(cloudFormation.asked).toEqual(['DarkroomPipeline'])
})

test('a stack that is not there, and one that is another, are told apart', async () => {
  const said = (stack: string) =>
    darkroom('keys', 'list', '--stack', stack).then(() => 'Nothing failed.', explain)
  expect(await said('Elsewhere')).toBe('Stack with id Elsewhere does not exist')
  expect(await said('DarkroomPipeline')).toBe(
    'The stack DarkroomPipeline has no output KeysTableName.',
  )
})
