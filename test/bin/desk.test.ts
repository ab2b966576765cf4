import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from '../../functions/service/api/authenticate.ts'
import type { Task } from '../../functions/service/tasks/task.ts'
import { announce } from '../../functions/service/webhooks/announce.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { addressFile, type LocalAddresses } from '../../local/run/addresses.ts'
import { type ServiceBackend, startServiceBackend } from '../functions/service/service-backend.ts'

const run = promisify(execFile)

let backend: ServiceBackend
let data: string

beforeAll(async () => {
  backend = await startServiceBackend()
  backend.clock.now = Date.now()
  data = mkdtempSync(join(tmpdir(), 'darkroom-desk-'))
  const sqs = process.env['AWS_ENDPOINT_URL_SQS'] ?? ''
  const elsewhere = 'http://127.0.0.1:1'
  writeFileSync(
    addressFile(data),
    JSON.stringify({
      baseUrl: elsewhere,
      apiKey: backend.key,
      s3Endpoint: elsewhere,
      dynamodbEndpoint: process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      stepFunctionsEndpoint: elsewhere,
      sqsEndpoint: sqs,
      region: 'us-east-1',
      accessKeyId: 'local',
      secretAccessKey: 'local',
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
        webhookQueue: `${sqs}/000000000000/webhooks`,
      },
      stateMachineArn: 'none',
      pid: process.pid,
    } satisfies LocalAddresses),
  )
})
afterAll(async () => {
  rmSync(data, { recursive: true })
  await backend.close()
})

const darkroom = async (...words: string[]): Promise<string> => {
  const args = [join(PROJECT_ROOT, 'bin', 'darkroom.ts'), ...words, '--data', data]
  return (await run(process.execPath, args)).stdout
}
const json = async (...words: string[]) => JSON.parse(await darkroom(...words, '--json'))

/** What a command that fails says, and with which status it ends. */
const failure = (...words: string[]): Promise<[number, string]> =>
  darkroom(...words).then(
    (said) => [0, said],
    (error: { code: number; stderr: string }) => [error.code, error.stderr],
  )

test('a key is made, let in, listed without itself, and switched off', async () => {
  const key = (await darkroom('keys', 'create', 'desk', '--name', 'laptop')).trim()
  const headers = { authorization: `Bearer ${key}` }
  expect(await authenticate({ headers }, backend.deps)).toMatchObject({ account: 'desk' })
  const [listed] = await json('keys', 'list', '--account', 'desk')
  expect(listed).toMatchObject({ account: 'desk', name: 'laptop', state: 'active' })
  expect(JSON.stringify(listed)).not.toContain(key.slice(8))
  await darkroom('keys', 'disable', listed.id)
  await expect(authenticate({ headers }, backend.deps)).rejects.toMatchObject({
    code: 'InactiveApiKey',
  })
})

test('units are granted once by their reference, shown by lot, and their history told', async () => {
  const grant = ['units', 'grant', 'desk', '50', '--expires', '10d', '--reference', 'order-1']
  expect(await darkroom(...grant)).toBe('desk has 50 units.\n')
  expect(await json(...grant)).toEqual({ available: 50, reserved: 0, spent: 0 })
  const shown = await json('units', 'show', 'desk')
  expect(shown).toMatchObject({ available: 50, lots: [{ remaining: 50, granted: 50 }] })
  expect(shown.lots[0].expiresAt).toBeGreaterThan(Date.now() / 1000 + 9 * 86_400)
  expect(await json('units', 'history', 'desk')).toMatchObject([
    { action: 'grant', target: 'order-1', units: 50 },
  ])
})

test('an endpoint is added on this machine, listed without its secret, rotated, and its events replayed', async () => {
  const added = await json('webhooks', 'add', 'desk', 'http://127.0.0.1:9/hook')
  expect(added.secret).toMatch(/^whsec_/)
  const rotated = await json('webhooks', 'rotate', 'desk', added.id)
  expect(rotated.secret).not.toBe(added.secret)
  const listed = await darkroom('webhooks', 'list', 'desk', '--json')
  expect(listed).not.toContain('whsec_')
  expect(JSON.parse(listed)).toMatchObject([{ id: added.id, active: true }])

  const ended = { id: 'task-1', account: 'desk', status: 'success', finishedAt: 1 } as Task
  await announce(ended, backend.deps)
  const [delivery] = await json('webhooks', 'deliveries', 'desk', '--since', '1h')
  expect(delivery).toMatchObject({ endpointId: added.id, status: 'pending', attempts: [] })
  const key = { account: 'desk', eventId: delivery.eventId, endpointId: added.id }
  await backend.deps.webhooks.refuse(key)
  backend.clear()
  expect(await json('webhooks', 'replay', 'desk', '--failed', '--since', '1h')).toEqual({
    begun: 1,
  })
  expect(backend.queued('webhooks').map(({ message }) => message)).toEqual([{ ...key, attempt: 0 }])
  await darkroom('webhooks', 'disable', 'desk', added.id)
  expect(await json('webhooks', 'list', 'desk')).toMatchObject([{ active: false }])
})

test('tasks are listed, and one is shown without what its signed source URL gives away', async () => {
  const id = 'x'.repeat(64)
  await backend.deps.tasks.create({
    id,
    account: 'desk',
    feature: 'body-reshape',
    stage: 'effect',
    status: 'running',
    files: { src: { url: 'https://example.com/a.jpg?X-Amz-Signature=f00d' } },
    parameters: {},
    request: 'hash',
    units: 1,
    createdAt: Math.floor(Date.now() / 1000),
    expiresAt: Math.floor(Date.now() / 1000) + 1000,
  })
  expect(await json('tasks', 'list', 'desk')).toMatchObject([{ id, status: 'running' }])
  expect(await darkroom('tasks', 'show', id)).toContain('body-reshape effect  running')
  expect(await darkroom('tasks', 'show', id, '--json')).not.toContain('f00d')
})

test('what goes wrong is said in one line', async () => {
  const sayings = await Promise.all([
    failure('keys', 'disable', 'ffff'),
    failure('units', 'grant', 'desk', 'many'),
    failure('webhooks', 'add', 'desk', 'http://10.0.0.1/'),
    failure('webhooks', 'replay', 'desk'),
    failure('tasks', 'show', 'nothing'),
  ])
  expect(sayings).toEqual([
    [1, 'darkroom: There is no key ffff.\n'],
    [1, 'darkroom: units must be a whole number from 1 to 1000000000.\n'],
    [1, 'darkroom: The URL is refused: it is not https.\n'],
    [1, 'darkroom: Say either --event <id>, or --failed --since <when>.\n'],
    [1, 'darkroom: There is no task nothing.\n'],
  ])
})
