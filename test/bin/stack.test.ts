import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import sharp from 'sharp'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { batch } from '../../bin/commands/batch.ts'
import { connect } from '../../bin/commands/connect.ts'
import { costs } from '../../bin/commands/costs.ts'
import { drop } from '../../bin/commands/drop.ts'
import { job } from '../../bin/commands/job.ts'
import { jobs } from '../../bin/commands/jobs.ts'
import { keys } from '../../bin/commands/keys.ts'
import { parked } from '../../bin/commands/parked.ts'
import { plan } from '../../bin/commands/plan.ts'
import { recipes } from '../../bin/commands/recipes.ts'
import { retry } from '../../bin/commands/retry.ts'
import { tasks } from '../../bin/commands/tasks.ts'
import { units } from '../../bin/commands/units.ts'
import { webhooks } from '../../bin/commands/webhooks.ts'
import { explainError } from '../../bin/program/explain-error.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { endedBatch, putObject } from '../stack/batches.ts'
import { eventually } from '../stack/eventually.ts'
import { noopEngine, noopWorker } from '../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../stack/put-recipe.ts'
import { endedJob } from '../stack/read-job.ts'
import { ledgerSince, readLedger } from '../stack/read-ledger.ts'
import { type Run, startRun } from '../stack/start-run.ts'
import { onePersonPicture } from '../stack/test-pictures.ts'
import { webhookSecret } from '../stack/webhook-sender.ts'
import { type CloudFormation, startCloudFormation } from './cloud-formation.ts'

/** Deployed stacks have public addresses; this run's own endpoint is on this machine, where none may be registered. */
const WEBHOOK_URL = 'https://hooks.example/webhook'

/** A recipe without a budget. */
const RARE = 'rare'

const STACK = 'DarkroomPipeline'

/**
 * The command line as it works on deployed stacks: it is told nothing but their names, reads their outputs from
 * CloudFormation, and finds every service where the environment says. Behind it run the very templates.
 */
let run: Run
let cloudFormation: CloudFormation

beforeAll(async () => {
  // Once it is connected anew its webhooks go to an address where nobody answers.
  const polling = { WATCH_AFTER_SECONDS: '1' }
  const budget = { recipes: { [RARE]: { units: 0 } } }
  run = await startRun(polling, { spending: { budget } })
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
  batch,
  connect,
  costs,
  drop,
  job,
  jobs,
  keys,
  parked,
  plan,
  recipes,
  retry,
  tasks,
  units,
  webhooks,
}

/** What a command prints. */
async function darkroom(name: string, ...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await COMMANDS[name]?.().parseAsync(words, { from: 'user' })
    return print.mock.calls.map(([line]) => `${line}\n`).join('')
  } finally {
    print.mockRestore()
  }
}
async function service(...words: [string, ...string[]]) {
  return JSON.parse(await darkroom(...words, '--stack', 'DarkroomService', '--json'))
}

function ask(key: string, path: string) {
  return fetch(`${run.at.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })
}

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
  // No file can be fetched, for which no engine need be loaded.
  run.around('service/run-task', noopWorker())
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
    '../../functions/service/core/adapters/dynamo/dynamo-webhook-store.ts'
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

async function pipeline(...words: [string, ...string[]]) {
  return JSON.parse(await darkroom(...words, '--stack', 'DarkroomPipeline', '--json'))
}

function folderWith(name: string, files: Record<string, Buffer>): string {
  const parent = mkdtempSync(join(tmpdir(), 'darkroom-far-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, name)
  mkdirSync(folder)
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes)
  return folder
}

async function pictureFile(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-far-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, (await onePersonPicture()).png)
  return path
}

test('a file is dropped into a deployed pipeline, followed, fetched, shown and listed', async () => {
  run.around('service/run-task', noopWorker())
  const file = await pictureFile('far é+%25.png')
  const out = `${file}.out.png`
  const { id } = await pipeline('drop', file, '--recipe', 'slim', '--out', out)
  // The result is marked as edited; its pixels are those of the picture.
  const pixels = (path: string) => sharp(path).raw().toBuffer()
  expect((await pixels(out)).equals(await pixels(file))).toBe(true)
  // Its record is written within its last state.
  await endedJob(run, id)
  const shown = await pipeline('job', id)
  expect(shown).toMatchObject({ id, status: 'succeeded', correlationId: id })
  expect(shown.timeline.at(-1)).toMatchObject({ state: 'Deliver', open: false })
  const drawn = await darkroom('job', id, '--timeline', '--stack', 'DarkroomPipeline')
  expect(drawn).toMatch(/^cost {5}1 unit, 6 transitions, about \$0\.\d+$/m)
  expect(drawn).toMatch(/^ +sha256 [0-9a-f]{64}$/m)
  expect(drawn).toMatch(/^PreProcess .*s {2}/m)
  expect(await pipeline('jobs', '--recipe', 'slim', '--limit', '1')).toMatchObject([{ id }])
  await expect(pipeline('job', 'job-nobody')).rejects.toThrow('There is no job job-nobody.')
  expect(await pipeline('costs')).toMatchObject([{ recipe: 'slim', jobs: 1, estimated: 0 }])
  const asked = ['--files', '500', '--recipe', 'slim', '--workers', '20'] as const
  const planned = await pipeline('plan', ...asked)
  expect(planned).toMatchObject({ from: 1, files: 500, units: 500, failedForWaiting: 0 })
  expect(planned.seconds).toBeGreaterThan(0)
  expect(planned.total).toBeCloseTo(
    Object.values(planned.dollars as Record<string, number>).reduce((sum, one) => sum + one, 0),
  )
  const lines = await darkroom('plan', ...asked, '--stack', 'DarkroomPipeline')
  expect(lines).toMatch(/^time {5}\d+ (s|min) until the last one, with 20 workers$/m)
  const { png } = await onePersonPicture()
  const mix = folderWith('like', { 'a.png': png, 'b.png': png })
  const mixed = await pipeline('plan', '--mix', mix, '--recipe', 'slim')
  expect(mixed).toMatchObject({ from: 1, files: 2, units: 2 })
  await expect(pipeline('plan', '--recipe', 'slim')).rejects.toThrow('Say how many')
  await expect(pipeline('plan', '--files', '1', '--recipe', 'glow-up')).rejects.toThrow(/glow-up/)
})

test.runIf(isEveryCaseTried())(
  'a folder that was dropped into a deployed pipeline is known and fetched on another machine',
  async () => {
    run.around('service/run-task', noopWorker())
    // The same name in another place, with the same bytes and one file more: what another machine has.
    const { png } = await onePersonPicture()
    const here = folderWith('shoot', { 'a.png': png, 'sub b.png': png })
    const there = folderWith('shoot', { 'a.png': png, 'sub b.png': png, 'c.png': png })
    const into = (folder: string) => ['--recipe', 'slim', '--out', join(folder, '..', 'done')]
    const before = await readLedger(run)
    const first = await pipeline('drop', here, ...into(here))
    const told = await darkroom('drop', there, '--dry-run', '--recipe', 'slim', '--stack', STACK)
    expect(told).toContain('Of 3 files 2 done before')
    const second = await pipeline('drop', there, ...into(there))
    expect(cloudFormation.asked).toEqual([STACK, STACK, STACK])
    const idsOf = (jobs: { id: string }[]) => jobs.map(({ id }) => id)
    expect(idsOf(second)).toEqual([idsOf(first)[0], expect.anything(), idsOf(first)[1]])
    const fetched = await readdir(join(there, '..', 'done', 'shoot'))
    expect(fetched.sort()).toEqual(['a.png', 'c.png', 'sub b.png'])
    // Three files, none of them twice.
    expect(ledgerSince(before, await readLedger(run)).charged).toHaveLength(3)
  },
)

// `budget.test.ts` of `test/stack` has the sample of what is parked and let go on.
test.runIf(isEveryCaseTried())(
  'what the budget of a deployed pipeline has no room for is listed, and let go on',
  async () => {
    run.around('service/run-task', noopWorker())
    await putRecipe(run, RARE, slimRecipe())
    const file = await pictureFile('parked.png')
    const { id, status } = await pipeline('drop', file, '--recipe', RARE, '--follow')
    expect(status).toBe('parked')
    expect(await pipeline('parked')).toMatchObject([{ job: id, recipe: RARE }])
    expect(await darkroom('parked', '--stack', 'DarkroomPipeline')).toContain(
      `${id}  "drop/${RARE}/parked.png"  `,
    )
    const release = (...which: string[]) => pipeline('parked', 'release', ...which)
    await expect(release()).rejects.toThrow('Name one job, or use --all.')
    await expect(release('job-nobody')).rejects.toThrow('job-nobody is not parked.')
    expect(await release(id)).toEqual([id])
    expect((await endedJob(run, id)).status).toBe('succeeded')
    expect(await darkroom('parked', '--stack', 'DarkroomPipeline')).toBe('Nothing is parked.\n')
    expect(await release('--all')).toEqual([])
  },
)

// `suites/recipes.ts` begins one in `npm test`, and `jobs`, `costs` and `drop` above find a deployed pipeline.
test.runIf(isEveryCaseTried())(
  'a batch begins in a deployed pipeline, and nothing of it wants to be tried again',
  async () => {
    // Nobody is in the file.
    run.around(
      'service/run-task',
      noopWorker(() => ({ perform: noopEngine(0) })),
    )
    await putObject(run, 'files/far/not a picture.png', 'not a picture')
    const begun = await pipeline('batch', 'start', '--prefix', 'files/far/', '--recipe', 'slim')
    expect(begun).toMatchObject({ files: 1 })
    await endedBatch(run, begun.batch)
    expect(await pipeline('batch', begun.batch)).toMatchObject({ total: 1, progress: { done: 1 } })
    const again = pipeline('batch', 'redrive', 'batch-nobody')
    await expect(again).rejects.toThrow('There is no batch batch-nobody.')
    expect(await pipeline('retry', '--all')).toEqual([])
    // But it may be, with another target, once.
    const [{ id }] = await pipeline('jobs', '--recipe', 'slim', '--limit', '1')
    const retried = (setting: string) => pipeline('retry', id, '--set', setting)
    await expect(retried('output.format=png')).rejects.toThrow('does not let output.format be')
    expect(await retried('steps.0.target=leftmost')).toEqual([{ job: id, attempt: `${id}-1` }])
    const { recipe } = await endedJob(run, `${id}-1`)
    expect([recipe.changes, recipe.plan?.steps[0]?.target]).toEqual([
      '{"steps":[{"target":"leftmost"}]}',
      'leftmost',
    ])
    await expect(retried('steps.0.target=largest')).rejects.toThrow(`was tried again as ${id}-1`)
  },
)

test('recipe files are checked one by one, and the schema beside them is none', async () => {
  const folder = dirname(await pictureFile('good.json'))
  const file = (name: string, content: object): string => {
    writeFileSync(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  const good = file('good.json', slimRecipe())
  const bad = file('bad.json', { steps: [{ feature: 'magic' }] })
  const missing = join(folder, 'missing.json')
  const words = ['check', good, bad, missing, file('recipe.schema.json', {})]
  const print = vi.spyOn(console, 'log').mockReturnValue()
  const checked = recipes().parseAsync(words, { from: 'user' })
  await expect(checked).rejects.toThrow('2 of 3 recipes cannot be used.')
  const told = print.mock.calls.flat()
  print.mockRestore()
  expect(told).toEqual([
    `${good}: body-reshape (largest)`,
    expect.stringContaining(`${bad}:1:12: steps[0].feature is not one of the accepted values.`),
    `${missing} does not exist.`,
  ])
})

test('a stack that is not there, and one that is another, are told apart', async () => {
  const said = (stack: string) =>
    darkroom('keys', 'list', '--stack', stack).then(() => 'Nothing failed.', explainError)
  expect(await said('Elsewhere')).toBe('Stack with id Elsewhere does not exist')
  expect(await said('DarkroomPipeline')).toBe(
    'The stack DarkroomPipeline has no output KeysTableName.',
  )
})
