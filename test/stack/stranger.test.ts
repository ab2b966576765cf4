import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { selectKey } from '../../functions/pipeline/core/adapters/provider/service-keys.ts'
import type { ServiceKey } from '../../functions/pipeline/core/adapters/provider/service-secret.ts'
import { estimateCost } from '../../functions/pipeline/core/cost/estimate-cost.ts'
import { connectPipeline } from '../../functions/service/core/accounts/connect-pipeline.ts'
import { dynamoKeyStore } from '../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../../functions/service/core/adapters/dynamo/dynamo-webhook-store.ts'
import { onePerson } from '../../samples/one-person.ts'
import { bytesOf } from '../functions/service/bytes-of.ts'
import { keptInWords } from '../metadata/exif/kept-in-words.ts'
import { fewOrAll, isEveryCaseTried } from '../setup/sampled.ts'
import { type Dropped, drop } from './drop.ts'
import { noopEngine, noopWorker } from './noop-worker.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'
import { onePersonPicture } from './test-pictures.ts'

const ACCOUNTS = ['first', 'second']

let run: Run
/** What the service takes of one feature, and the pictures it was given for it. */
const LIMITS = { formats: ['jpeg' as const], maxBytes: 60_000, maxLongSide: 700 }
const given: Buffer[] = []
/** Carries one feature out with another engine, which returns nothing but a picture: a JPEG with a reddened square. */
const worker = noopWorker(() => ({
  perform: async (task, ...more) => {
    if (task.feature !== 'face-reshape' || task.stage !== 'effect') {
      return await noopEngine(1)(task, ...more)
    }
    const src = Buffer.from(bytesOf(task.files.src))
    given.push(src)
    const { width, height } = await sharp(src).metadata()
    const square = { width: Math.round(width / 4), height: Math.round(height / 4), channels: 4 }
    const background = { r: 255, g: 0, b: 0, alpha: 0.2 }
    const bytes = await sharp(src)
      .composite([{ input: { create: { ...square, channels: 4, background } } }])
      .jpeg({ quality: 86, chromaSubsampling: '4:2:0' })
      .toBuffer()
    return { results: {}, output: { bytes, contentType: 'image/jpeg', extension: 'jpg' } }
  },
}))
/** The service's requests by key, and the keys it refused once. */
const asked: { key: string; method: string; idempotent: boolean }[] = []
const turnedAway = new Set<string>()
const apiKeys: ServiceKey[] = []

beforeAll(async () => {
  run = await startRun(
    {},
    { serviceIdempotent: false, serviceLimits: { features: { 'face-reshape': LIMITS } } },
  )
  const { keys, units, webhooks } = run.at.service
  const { endpoints, region, credentials } = run.stacks
  const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials })
  const db = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const deps = {
    keys: dynamoKeyStore(db, keys),
    units: dynamoUnitStore(db, units),
    webhooks: dynamoWebhookStore(db, webhooks),
    now: Date.now,
  }
  const { webhookUrl } = run.at
  const allowLoopbackOrigin = new URL(webhookUrl).origin
  const clients = await Promise.all(
    ACCOUNTS.map((account) =>
      connectPipeline({ account, webhookUrl, units: 100, allowLoopbackOrigin }, deps),
    ),
  )
  apiKeys.push(...clients.map(({ apiKey: key }) => ({ key, perSecond: 20, perWindow: 2000 })))
  const webhookSecret = clients.map((one) => one.webhookSecret)
  const id = String(run.stacks.outputs['DarkroomPipeline']?.['ServiceSecretArn'])
  run.stacks.putSecret(id, JSON.stringify({ apiKeys, webhookSecret }))
})
afterAll(() => run?.close())

type Headers = Record<string, string>

/** Removes what only our own service returns: the version of its engine and what it charged. */
function silence({ headers }: { headers: Headers }): void {
  for (const name of Object.keys(headers)) if (name.startsWith('darkroom-')) delete headers[name]
}

/** A service without idempotency keys and without our own fields, which is busy at first. */
beforeEach(() => {
  run.around('service/run-task', worker)
  run.around('service/api', async ({ payload }, next) => {
    const { headers, requestContext } = payload as APIGatewayProxyEventV2
    const key = headers['authorization'] ?? ''
    const { method } = requestContext.http
    asked.push({ key, method, idempotent: 'idempotency-key' in headers })
    if (method === 'POST' && !turnedAway.has(key)) {
      turnedAway.add(key)
      const body = JSON.stringify({ status: 429, error: 'Too many requests' })
      return { payload: { statusCode: 429, headers: { 'retry-after': '2' }, body } }
    }
    const answer = (await next()) as { payload: { headers: Headers } }
    silence(answer.payload)
    return answer
  })
  run.around('pipeline/receive-webhook', ({ payload }, next) => {
    silence(payload as { headers: Headers })
    return next()
  })
})

test('a foreign service is called with both of its keys, one for each job, and not called when it is busy', {
  timeout: 600_000,
}, async () => {
  const { png } = await onePersonPicture()
  const dropped: Dropped[] = []
  const owners = () => dropped.map(({ job }) => selectKey(job, apiKeys).key)
  while (dropped.length < fewOrAll(2, 5) || new Set(owners()).size < ACCOUNTS.length) {
    dropped.push(await drop(run, png, `drop/slim/stranger/${dropped.length}.png`))
  }
  const jobs = await Promise.all(dropped.map(({ job }) => endedJob(run, job, 200_000)))
  expect(jobs.map(({ failure, status }) => failure?.message ?? status)).toEqual(
    jobs.map(() => 'succeeded'),
  )
  expect(jobs.map((job) => estimateCost(job))).toEqual(
    jobs.map(() => expect.objectContaining({ units: 1, estimated: true })),
  )
  expect(asked.filter(({ idempotent }) => idempotent)).toEqual([])
  expect(turnedAway.size).toBe(2)

  // All tasks of a job belong to one account, and both accounts had jobs.
  const { tasks } = await readLedger(run)
  const accounts = jobs.map(({ trail }) => {
    const own = (trail?.steps ?? []).flatMap(({ detection, tasks: effects }) => [
      detection ?? '',
      ...effects.map(({ taskId = '' }) => taskId),
    ])
    return [...new Set(tasks.filter(({ id }) => own.includes(id)).map(({ account }) => account))]
  })
  const accountOf = (key: string) => [ACCOUNTS[apiKeys.findIndex((one) => one.key === key)]]
  expect(accounts).toEqual(owners().map(accountOf))
  // The refusals duplicated nothing.
  expect(tasks.filter(({ stage }) => stage === 'effect')).toHaveLength(jobs.length)
})

// What a service takes decides in `preparable-rule.test.ts`, and what is put back in `restore.test.ts`.
test.runIf(isEveryCaseTried())(
  'a picture is prepared for what a foreign service takes, and its picture alone is put back',
  async () => {
    await putRecipe(run, 'eyes', {
      steps: [{ feature: 'face-reshape', parameters: { features: { eye_size: 40 } } }],
      output: { metadata: 'keep-safe' },
    })
    const source = await sharp((await onePerson('ines', 600)).png)
      .withExif({ IFD0: { Make: 'Maker' }, IFD3: { GPSMapDatum: 'Street' } })
      .png()
      .toBuffer()
    const { job } = await drop(run, source, 'drop/eyes/large.png')
    expect((await endedJob(run, job, 200_000)).failure).toBeUndefined()
    expect(given).toHaveLength(1)
    const sent = await sharp(given[0]).metadata()
    expect(sent.format).toBe('jpeg')
    expect(Math.max(sent.width, sent.height)).toBeLessThanOrEqual(LIMITS.maxLongSide)
    expect(given[0]?.length).toBeLessThan(LIMITS.maxBytes)

    const { results } = await readReceipt(run, job)
    const made = await readObject(run, run.at.resultsBucket, results[0]?.key ?? '')
    const { format, exif } = await sharp(made).metadata()
    expect(format).toBe('png')
    expect(keptInWords(exif ?? Buffer.alloc(0)).picture).toEqual({ 271: 'Maker' })
    expect(exif?.includes('Street')).toBe(false)
    const [before, after] = await Promise.all(
      [source, made].map((file) => sharp(file).removeAlpha().raw().toBuffer()),
    )
    const { width, height } = await sharp(source).metadata()
    let [outside, redder, count] = [0, 0, 0]
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at += 3) {
        const [down, across] = [(8 * y) / height - 4, (8 * x) / width - 4]
        const within = Math.abs(down) < 0.9 && Math.abs(across) < 0.9
        if (Math.abs(down) > 1.2 || Math.abs(across) > 1.2) {
          for (let c = 0; c < 3; c++) if (before![at + c] !== after![at + c]) outside += 1
        } else if (within) {
          redder += after![at]! - before![at]! - (255 - before![at]!) * 0.2
          count += 1
        }
      }
    }
    expect(outside).toBe(0)
    expect(Math.abs(redder / count)).toBeLessThan(3)
  },
)
