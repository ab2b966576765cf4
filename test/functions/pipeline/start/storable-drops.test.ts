import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { log } from '../../../../functions/log.ts'
import { awsCompanions } from '../../../../functions/pipeline/core/adapters/aws-companions.ts'
import { dynamoBatches } from '../../../../functions/pipeline/core/adapters/dynamo-batches.ts'
import { dynamoBudgetAccount } from '../../../../functions/pipeline/core/adapters/dynamo-budget-account.ts'
import { dynamoJobs } from '../../../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import { s3BatchObjects } from '../../../../functions/pipeline/core/adapters/s3-batch-objects.ts'
import { s3Objects } from '../../../../functions/pipeline/core/adapters/s3-objects.ts'
import { type BeginJobDeps, beginJob } from '../../../../functions/pipeline/core/begin/begin-job.ts'
import { manifestItems } from '../../../../functions/pipeline/core/manifests/manifest-items.ts'
import { readLines } from '../../../../functions/pipeline/core/manifests/read-lines.ts'
import type { Jobs } from '../../../../functions/pipeline/core/ports/job.ts'
import { start } from '../../../../functions/pipeline/start/start.ts'
import { workChunk } from '../../../../functions/pipeline/work-chunk/work-chunk.ts'
import { ensureTable } from '../../../../local/dynamodb/ensure-table.ts'
import { QueueAttributes } from '../../../../local/sqs/queue-attributes.ts'
import { type LocalSqs, startSqs } from '../../../../local/sqs/start-sqs.ts'
import { localAccount, OPERATOR } from '../../../setup/account.ts'
import { asciiJson, hostileValue, withHostileValue } from '../../../setup/hostile-json.ts'
import { fc } from '../../../setup/random.ts'
import { fewOrAll } from '../../../setup/sampled.ts'
import { type OpenDatabase, openDatabase } from '../open-database.ts'
import { openVersionedBucket } from '../open-versioned-bucket.ts'

const BUCKET = 'drop'
const RECIPE = {
  steps: [
    {
      feature: 'obj-replace',
      parameters: { prompt: 'a hat' },
      inputs: { msk: { companion: '{stem}.mask.png' } },
    },
    { feature: 'body-reshape', parameters: { features: { slim: -10 } }, target: 'largest' },
  ],
  output: { name: '{stem}' },
  overrides: ['steps', 'output', 'transfer', 'description', 'timeoutSeconds', 'companionSeconds'],
}
const PLAIN = { steps: [RECIPE.steps[1]] }

let database: OpenDatabase
let tables: { jobs: string; inbox: string }
let sqs: LocalSqs
let queues: SQSClient
let jobs: Jobs
let s3: S3Client
let deps: BeginJobDeps
const started: string[] = []

const silenced = (['info', 'warn'] as const).map((level) => vi.spyOn(log, level).mockReturnValue())

beforeAll(async () => {
  database = await openDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'drops-'))
  sqs = await startSqs({ dataDir, port: 0, ...localAccount() })
  sqs.store.putQueue('drops', QueueAttributes.parse({}))
  queues = new SQSClient({ endpoint: sqs.url, region: 'us-east-1', credentials: OPERATOR })
  tables = { jobs: await database.table('Jobs'), inbox: await database.table('Inbox') }
  jobs = dynamoJobs(database.db, tables.jobs)
  await ensureTable(database.db, 'Batches', {
    AttributeDefinitions: ['id', 'entry'].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
    KeySchema: [
      { AttributeName: 'id', KeyType: 'HASH' },
      { AttributeName: 'entry', KeyType: 'RANGE' },
    ],
  })
})
afterAll(async () => {
  for (const level of silenced) level.mockRestore()
  queues.destroy()
  await Promise.all([database.close(), sqs.close()])
})

beforeEach(async () => {
  s3 = await openVersionedBucket(BUCKET)
  started.length = 0
  deps = {
    jobs,
    objects: s3Objects(s3),
    companions: awsCompanions({
      db: database.db,
      table: tables.inbox,
      sqs: queues,
      queueUrl: sqs.urlOf('drops'),
      now: Date.now,
    }),
    budgetAccount: dynamoBudgetAccount(database.db, tables.jobs),
    startExecution: async (name) => {
      started.push(name)
      return 'started'
    },
    announce: async () => undefined,
    uniqueId: () => 'nobody else',
    now: Date.now,
  }
})

async function put(Key: string, Body: string, Metadata?: Record<string, string>) {
  const { VersionId } = await s3.send(
    new PutObjectCommand({ Bucket: BUCKET, Key, Body, ...(Metadata && { Metadata }) }),
  )
  return VersionId
}

/** Drops a file and returns the stored record of its job. */
async function drop(key: string, overrides?: string) {
  const version = await put(
    key,
    'x',
    overrides === undefined ? undefined : { 'darkroom-recipe': overrides },
  )
  const object = { key, size: 1, etag: 'e', 'version-id': version, sequencer: '00' }
  const detail = { bucket: { name: BUCKET }, object }
  const begun = await start(JSON.stringify({ 'detail-type': 'Object Created', detail }), deps)
  return { begun, job: begun.job === undefined ? undefined : await jobs.get(begun.job) }
}

/** The job runs with a plan that is stored as it was read, or is started to fail with its reason. */
function expectWorkable({ begun, job }: Awaited<ReturnType<typeof drop>>): void {
  expect(['started', 'waiting']).toContain(begun.outcome)
  if (begun.outcome === 'started') expect(started).toContain(begun.job)
  if (job?.refusal) expect(job.refusal.message.isWellFormed()).toBe(true)
  else expect(parseRecipe(job?.recipe.plan)).toEqual(job?.recipe.plan)
}

const hostileChange = fc.record({
  at: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 }),
  value: hostileValue,
})

test('whatever a recipe or a file’s metadata holds, the drop has a job that can be stored and run', async () => {
  await put('recipes/both.json', JSON.stringify(RECIPE))
  let seen = 0
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(hostileChange, fc.boolean(), async ({ at, value }, inRecipe) => {
      seen += 1
      const text = asciiJson(withHostileValue(RECIPE, at, value))
      if (inRecipe) await put(`recipes/odd-${seen}.json`, text)
      // S3 takes 2 KB of user metadata.
      const overrides = inRecipe || text.length > 1900 ? undefined : text
      const key = `drop/${inRecipe ? `odd-${seen}` : 'both'}/${seen}.jpg`
      const dropped = await drop(key, overrides)
      expectWorkable(dropped)
      outcomes.add(dropped.job?.refusal ? 'refused' : 'planned')
    }),
    // One that can be planned, as random ones seldom are.
    { numRuns: fewOrAll(12, 150), examples: [[{ at: [1, 0], value: '{stem}-new' }, true]] },
  )
  expect([...outcomes].sort()).toEqual(['planned', 'refused'])
}, 120_000)

test('a number that cannot be stored is brought to zero, half a surrogate pair fails the job by name', async () => {
  await put('recipes/plain.json', JSON.stringify(PLAIN))
  const tiny = '{"steps":[{"parameters":{"features":{"slim":1e-200,"leg":5}}}]}'
  const { job } = await drop('drop/plain/tiny.jpg', tiny)
  expect(job?.recipe.plan?.steps[0]?.parameters['features']).toEqual({ slim: 0, leg: 5 })
  const half = '{"steps":[{"parameters":{"features":{"slim":1}}}],"output":{"name":"a\\ud800"}}'
  expect((await drop('drop/plain/half.jpg', half)).job?.refusal).toMatchObject({
    code: 'RecipeInvalid',
    message: expect.stringContaining('output.name'),
  })
  await put('recipes/long.json', JSON.stringify({ ...PLAIN, ['x'.repeat(50_000)]: 1 }))
  const long = await drop('drop/long/a.jpg')
  expect(long.job?.refusal?.message.length).toBeLessThan(1100)
})

test('a companion whose key would be too long is missing, and its file’s job fails for that', async () => {
  await put('recipes/both.json', JSON.stringify({ ...RECIPE, companionSeconds: 10 }))
  const dropped = await drop(`drop/both/${'x'.repeat(1010)}`)
  expect(dropped.begun.outcome).toBe('waiting')
  expectWorkable(dropped)
})

test('a record that the store refuses all the same becomes a failed job', async () => {
  await put('recipes/plain.json', JSON.stringify(PLAIN))
  const version = await put('drop/plain/huge.jpg', 'x')
  const { refusal } = await (async () => {
    const source = { bucket: BUCKET, key: 'drop/plain/huge.jpg', version: version!, size: 1 }
    const text = { ...PLAIN, $schema: 'x'.repeat(500_000) }
    const begun = await beginJob(
      { source, recipe: 'plain', attempt: 0, loaded: { text, sha256: '0' } },
      deps,
    )
    return (await jobs.get(begun.job!))!
  })()
  expect(refusal).toMatchObject({ code: 'RecipeInvalid' })
})

test('whatever the lines of a batch hold, every good one begins its job', async () => {
  await put('recipes/plain.json', JSON.stringify(PLAIN))
  await put('files/good.jpg', 'x')
  const batches = dynamoBatches(database.db, 'Batches', Date.now)
  let chunk = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostileChange, { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 4 }),
      async (changes, place) => {
        chunk += 1
        const good = `files/good-${chunk}.jpg`
        await put(good, 'x')
        const base = { key: 'files/good.jpg', version: 'v', recipe: 'plain', bucket: BUCKET }
        const lines = changes.map(({ at, value }) => asciiJson(withHostileValue(base, at, value)))
        lines.splice(place, 0, JSON.stringify({ key: good }))
        const bytes = async function* (): AsyncGenerator<Uint8Array> {
          yield Buffer.from(lines.join('\n'))
        }
        const rules = { key: 'batches/plain/m.jsonl', recipe: 'plain', bucket: BUCKET }
        const items = []
        for await (const item of manifestItems(readLines(bytes()), rules)) items.push(item)
        await workChunk(
          { token: `token-${chunk}`, order: 0, batch: 'batch-1', chunk, items },
          {
            batches,
            objects: s3BatchObjects(s3),
            jobs,
            tokens: { succeed: async () => undefined } as never,
            begin: (line) => beginJob(line, deps),
            bucket: BUCKET,
          },
        )
        const worked = await batches.openedItems('batch-1', chunk)
        expect(worked?.map(({ line }) => line)).toEqual(items.map(({ line }) => line))
        const job = worked?.find(({ key }) => key === good)?.job
        expect(started).toContain(job)
      },
    ),
    { numRuns: fewOrAll(6, 80) },
  )
}, 120_000)

/** A chunk of three lines whose second one cannot be worked on, at this try of the state. */
async function workWithBadItem(order: number, broken: 'head' | 'begin') {
  await put('recipes/plain.json', JSON.stringify(PLAIN))
  const batch = `bad-${broken}-${order}`
  const keys = ['files/1.jpg', 'files/2.jpg', 'files/3.jpg']
  for (const key of keys) await put(key, 'x')
  const batches = dynamoBatches(database.db, 'Batches', Date.now)
  const objects = s3BatchObjects(s3)
  const refuse = (key: string) => {
    if (key === keys[1]) throw Object.assign(new Error('Access Denied'), { name: 'AccessDenied' })
  }
  const working = workChunk(
    {
      token: 'token',
      order,
      batch,
      chunk: 0,
      items: keys.map((key, at) => ({ line: at + 1, key, recipe: 'plain' })),
    },
    {
      batches,
      objects: {
        head: async (object) => {
          if (broken === 'head') refuse(object.key)
          return objects.head(object)
        },
      },
      jobs,
      tokens: { succeed: async () => undefined } as never,
      begin: async (line) => {
        if (broken === 'begin') refuse(line.source.key)
        return beginJob(line, deps)
      },
      bucket: BUCKET,
    },
  )
  const error = await working.then(
    () => undefined,
    (reason: Error) => reason.name,
  )
  return { error, items: await batches.openedItems(batch, 0) }
}

test.each(['head', 'begin'] as const)(
  'an item whose %s fails holds up no other; first its state is tried again, at last it is left',
  async (broken) => {
    expect((await workWithBadItem(0, broken)).error).toBe('AccessDenied')
    expect(started).toHaveLength(2)
    const { error, items } = await workWithBadItem(1005, broken)
    expect(error).toBeUndefined()
    expect(items?.map(({ failure }) => failure?.code)).toEqual(
      broken === 'head' ? [undefined, 'ItemUnreadable', undefined] : Array(3).fill(undefined),
    )
  },
)
