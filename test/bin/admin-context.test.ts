import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keys } from '../../bin/commands/keys.ts'
import { tasks } from '../../bin/commands/tasks.ts'
import { units } from '../../bin/commands/units.ts'
import { webhooks } from '../../bin/commands/webhooks.ts'
import { explainError } from '../../bin/program/explain-error.ts'
import { authenticate } from '../../functions/service/api/authenticate.ts'
import { eventIdOf } from '../../functions/service/core/model/delivery.ts'
import type { Task } from '../../functions/service/core/model/task.ts'
import { announceTaskEnd } from '../../functions/service/core/tasks/announce-task-end.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { addressFile, type LocalAddresses } from '../../local/run/addresses.ts'
import { type ServiceBackend, startServiceBackend } from '../functions/service/service-backend.ts'
import { OPERATOR } from '../setup/account.ts'

const run = promisify(execFile)

let backend: ServiceBackend
let data: string

beforeAll(async () => {
  backend = await startServiceBackend()
  backend.clock.now = Date.now()
  data = mkdtempSync(join(tmpdir(), 'darkroom-admin-'))
  const sqs = process.env['AWS_ENDPOINT_URL_SQS'] ?? ''
  const elsewhere = 'http://127.0.0.1:1'
  writeFileSync(
    addressFile(data),
    JSON.stringify({
      baseUrl: elsewhere,
      apiKey: backend.key,
      s3Endpoint: process.env['AWS_ENDPOINT_URL_S3'] ?? '',
      dynamodbEndpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      stepFunctionsEndpoint: elsewhere,
      sqsEndpoint: sqs,
      region: 'us-east-1',
      ...OPERATOR,
      dropBucket: 'drop',
      resultsBucket: 'results',
      jobsTable: 'jobs',
      batchesTable: 'batches',
      dropQueue: elsewhere,
      webhookUrl: elsewhere,
      service: {
        keys: 'keys',
        units: 'units',
        webhooks: 'webhooks',
        tasks: 'tasks',
        files: 'files',
        webhookQueue: `${sqs}/000000000000/webhooks`,
      },
      controlEndpoint: sqs,
      serviceSecret: 'none',
      stateMachineArn: 'none',
      batchMachineArn: 'none',
      pid: process.pid,
    } satisfies LocalAddresses),
  )
})
afterAll(async () => {
  rmSync(data, { recursive: true })
  await backend.close()
})

const COMMANDS: Readonly<Record<string, () => Command>> = { keys, units, webhooks, tasks }

/** What a command prints. */
async function darkroom(name: string, ...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await COMMANDS[name]?.().parseAsync([...words, '--data', data], { from: 'user' })
    return print.mock.calls.map(([line]) => `${line}\n`).join('')
  } finally {
    print.mockRestore()
  }
}
async function json(name: string, ...words: string[]) {
  return JSON.parse(await darkroom(name, ...words, '--json'))
}

/** What the command line says of a command that fails. */
function failure([name = '', ...words]: string[]): Promise<string> {
  return darkroom(name, ...words).then((said) => `Nothing failed: ${said}`, explainError)
}

test('a key is made, let in, listed without itself, and switched off', async () => {
  const key = (await darkroom('keys', 'create', 'admin', '--name', 'laptop')).trim()
  const headers = { authorization: `Bearer ${key}` }
  expect(await authenticate({ headers }, backend.deps)).toMatchObject({ account: 'admin' })
  const [listed] = await json('keys', 'list', '--account', 'admin')
  expect(listed).toMatchObject({ account: 'admin', name: 'laptop', state: 'active' })
  expect(JSON.stringify(listed)).not.toContain(key.slice(8))
  await darkroom('keys', 'disable', listed.id)
  await expect(authenticate({ headers }, backend.deps)).rejects.toMatchObject({
    code: 'InactiveApiKey',
  })
})

test('a key is replaced while its clients change over, and told when to expire', async () => {
  const former = (await darkroom('keys', 'create', 'turning', '--name', 'old')).trim()
  const [{ id }] = await json('keys', 'list', '--account', 'turning')
  const { key, formerUntil } = await json('keys', 'rotate', id, '--keep', '2h')
  const letIn = (each: string) =>
    authenticate({ headers: { authorization: `Bearer ${each}` } }, backend.deps)
  expect(await letIn(former)).toMatchObject({ account: 'turning', expiresAt: formerUntil })
  expect(await letIn(key)).toMatchObject({ account: 'turning', name: 'old' })
  backend.clock.now = formerUntil * 1000
  await expect(letIn(former)).rejects.toMatchObject({ code: 'ExpiredApiKey' })
  await darkroom('keys', 'expire', id, 'never')
  expect(await letIn(former)).not.toHaveProperty('expiresAt')
  backend.clock.now = Date.now()
})

test('units are granted once by their reference, shown by lot, and their history told', async () => {
  const grant = [
    'units',
    'grant',
    'admin',
    '50',
    '--expires',
    '10d',
    '--reference',
    'order-1',
  ] as const
  expect(await darkroom(...grant)).toBe('admin has 50 units.\n')
  expect(await json(...grant)).toEqual({ available: 50, reserved: 0, spent: 0 })
  const shown = await json('units', 'show', 'admin')
  expect(shown).toMatchObject({ available: 50, lots: [{ remaining: 50, granted: 50 }] })
  expect(shown.lots[0].expiresAt).toBeGreaterThan(Date.now() / 1000 + 9 * 86_400)
  expect(await json('units', 'history', 'admin')).toMatchObject([
    { action: 'grant', target: 'order-1', units: 50 },
  ])
})

test('an endpoint is added on this machine, listed without its secret, rotated, and its events replayed', async () => {
  const added = await json('webhooks', 'add', 'admin', 'http://127.0.0.1:9/hook')
  expect(added.secret).toMatch(/^whsec_/)
  const rotated = await json('webhooks', 'rotate', 'admin', added.id)
  expect(rotated.secret).not.toBe(added.secret)
  const listed = await darkroom('webhooks', 'list', 'admin', '--json')
  expect(listed).not.toContain('whsec_')
  expect(JSON.parse(listed)).toMatchObject([{ id: added.id, active: true }])

  const ended = { id: 'task-1', account: 'admin', status: 'error', finishedAt: 1 } as Task
  await announceTaskEnd(ended, backend.deps)
  const [delivery] = await json('webhooks', 'deliveries', 'admin', '--since', '1h')
  expect(delivery).toMatchObject({ endpointId: added.id, status: 'pending', attempts: [] })
  const key = { account: 'admin', eventId: delivery.eventId, endpointId: added.id }
  await backend.deps.webhooks.refuse(key)
  backend.clear()
  expect(await json('webhooks', 'replay', 'admin', '--failed', '--since', '1h')).toEqual({
    begun: 1,
    underWay: 0,
    unheard: 0,
    wornOut: 0,
  })
  expect(backend.queued('webhooks').map(({ message }) => message)).toEqual([{ ...key, attempt: 0 }])
  await darkroom('webhooks', 'disable', 'admin', added.id)
  expect(await json('webhooks', 'list', 'admin')).toMatchObject([{ active: false }])
  expect(await darkroom('webhooks', 'list', 'admin')).toMatch(
    /off {5}http:.*off since .*: An operator switched it off\./,
  )
  expect(await darkroom('webhooks', 'replay', 'admin', '--event', delivery.eventId)).toBe(
    '0 begun, 1 left out: their endpoint is off or removed.\n',
  )
  await darkroom('webhooks', 'enable', 'admin', added.id)
  await darkroom('webhooks', 'remove', 'admin', added.id)
  expect(await darkroom('webhooks', 'list', 'admin')).toBe('No endpoints yet.\n')
})

test('deliveries are told with what each attempt met, and no control character of a stranger', async () => {
  const account = 'told'
  const { id } = await json('webhooks', 'add', account, 'http://127.0.0.1:9/hook')
  const ended = { id: 'task-2', account, status: 'error', finishedAt: 1 } as Task
  await announceTaskEnd(ended, backend.deps)
  const key = { account, eventId: eventIdOf('task-2'), endpointId: id }
  const made = { at: Date.UTC(2026, 0, 2), ms: 7, status: 503, answer: 'no\u001b[2J\u009b' }
  await backend.deps.webhooks.record(key, 0, made, { status: 'exhausted', dueAt: 1 })
  expect(await darkroom('webhooks', 'deliveries', account, '--failed')).toContain(
    '2026-01-02 00:00:00  503  7 ms  "no\\u001b[2J\\u009b"\n',
  )
  expect(await darkroom('webhooks', 'deliveries', account, '--event', 'another')).toBe(
    'Nothing was sent.\n',
  )
})

test('tasks are listed, and one is shown without what its signed source URL gives away', async () => {
  const id = 'x'.repeat(64)
  await backend.deps.tasks.create({
    id,
    account: 'admin',
    feature: 'body-reshape',
    stage: 'effect',
    status: 'running',
    files: { src: { url: 'https://example.com/a.jpg?X-Amz-Signature=f00d' } },
    parameters: {},
    units: 1,
    createdAt: Math.floor(Date.now() / 1000),
    expiresAt: Math.floor(Date.now() / 1000) + 1000,
  })
  expect(await json('tasks', 'list', 'admin')).toMatchObject([{ id, status: 'running' }])
  expect(await json('tasks', 'list', 'admin', '--status', 'running')).toMatchObject([{ id }])
  expect(await darkroom('tasks', 'list', 'admin', '--status', 'error')).toBe(
    'No tasks with the status error.\n',
  )
  expect(await failure(['tasks', 'list', 'studio'])).toMatch(
    /^No key is of the account studio; there are .+/,
  )
  expect(await failure(['webhooks', 'list', 'studio'])).toContain('No key is of the account studio')
  expect(await failure(['webhooks', 'deliveries', 'studio'])).toContain('No key is of the account')
  const shown = await darkroom('tasks', 'show', id)
  expect(shown).toContain('body-reshape effect  running')
  expect(shown).toContain('units     1 set aside\n')
  expect(shown).toMatch(/^waits {5}place 1 in the queue$/m)
  expect(await json('tasks', 'show', id)).toMatchObject({ place: 1 })
  expect(await darkroom('tasks', 'show', id, '--json')).not.toContain('f00d')
})

test('an ended task is deleted with its files, and one that runs is not', async () => {
  const id = 'y'.repeat(64)
  const slot = 'z'.repeat(43)
  const createdAt = Math.floor(Date.now() / 1000)
  await backend.deps.slots.put({
    id: slot,
    account: 'admin',
    contentType: 'image/png',
    size: 1,
    expiresAt: createdAt + 1000,
  })
  await backend.deps.files.put(`uploads/${slot}`, new Uint8Array([1]), { contentType: 'image/png' })
  await backend.deps.tasks.create({
    id,
    account: 'admin',
    feature: 'body-reshape',
    stage: 'effect',
    status: 'running',
    files: { src: { id: slot } },
    parameters: {},
    units: 0,
    createdAt,
    expiresAt: createdAt + 1000,
  })
  expect(await failure(['tasks', 'delete', id])).toBe('The task has not finished yet.')
  const results = { values: {}, objects: {} }
  await backend.deps.tasks.finish(id, { status: 'success', results }, createdAt)
  expect(await darkroom('tasks', 'delete', id)).toBe(`${id} is deleted.\n`)
  expect(await backend.deps.files.get(`uploads/${slot}`, 10)).toBe('absent')
  expect(await backend.deps.tasks.get(id)).toMatchObject({ deletedAt: expect.any(Number) })
  expect(await darkroom('tasks', 'list', 'admin')).toMatch(new RegExp(`${id}  deleted$`, 'm'))
  expect(await darkroom('tasks', 'show', id)).toMatch(/^units +\d+ charged$/m)
})

test.each<[string, ...string[]]>([
  ['There is no key ffff.', 'keys', 'disable', 'ffff'],
  ['A key is named by its id: 4 to 64 hexadecimal digits.', 'keys', 'disable', 'x'],
  ['units must be a whole number from 1 to 1000000000.', 'units', 'grant', 'admin', 'many'],
  ['The URL is refused: it is not https.', 'webhooks', 'add', 'admin', 'http://10.0.0.1/'],
  ['Say either --event <id>, or --failed --since <when>.', 'webhooks', 'replay', 'admin'],
  [
    'The account admin has no event evt_none.',
    'webhooks',
    'replay',
    'admin',
    '--event',
    'evt_none',
  ],
  [
    'The account admin has no endpoint none. `webhooks list` shows their ids.',
    'webhooks',
    'remove',
    'admin',
    'none',
  ],
  ['There is no task nothing.', 'tasks', 'show', 'nothing'],
  [
    'An account name has 1 to 64 of a-z, 0-9 and -, and does not start with -.',
    'units',
    'show',
    'Desk',
  ],
  [
    '--expires must be a moment that is still to come.',
    'keys',
    'create',
    'admin',
    '--expires',
    '2020-01-01',
  ],
  ['--keep must be like 30d, 12h, 5m or 2027-01-31.', 'keys', 'rotate', 'ffff', '--keep', 'long'],
])('%s', async (said, ...words) => {
  expect(await failure(words)).toBe(said)
})

test('the command line says it in one line and ends with status 1', async () => {
  const { AWS_REGION: _, ...env } = process.env
  const args = [join(PROJECT_ROOT, 'bin', 'darkroom.ts'), 'keys', 'list', '--stack', 'Darkroom']
  const file = join(data, 'no-aws-config')
  const away = { ...env, AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: file }
  await expect(run(process.execPath, args, { env: away })).rejects.toMatchObject({
    code: 1,
    stderr: 'darkroom: Say which region is meant: set AWS_REGION.\n',
  })
})
