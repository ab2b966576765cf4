import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { selectKey } from '../../functions/pipeline/adapters/provider/service-keys.ts'
import type { ServiceKey } from '../../functions/pipeline/adapters/provider/service-secret.ts'
import { estimateCost } from '../../functions/pipeline/cost/estimate-cost.ts'
import { connectPipeline } from '../../functions/service/accounts/connect-pipeline.ts'
import { dynamoKeyStore } from '../../functions/service/adapters/dynamo/dynamo-key-store.ts'
import { dynamoUnitStore } from '../../functions/service/adapters/dynamo/dynamo-unit-store.ts'
import { dynamoWebhookStore } from '../../functions/service/adapters/dynamo/dynamo-webhook-store.ts'
import { onePerson } from '../../samples/one-person.ts'
import { type Dropped, drop } from './drop.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob } from './read-job.ts'
import { readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'

const ACCOUNTS = ['first', 'second']

let run: Run
const worker = noopWorker()
/** The service's requests by key, and the keys it refused once. */
const asked: { key: string; method: string; idempotent: boolean }[] = []
const turnedAway = new Set<string>()
const apiKeys: ServiceKey[] = []

beforeAll(async () => {
  run = await startRun({}, { serviceIdempotent: false })
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
  const { png } = await onePerson()
  const dropped: Dropped[] = []
  const owners = () => dropped.map(({ job }) => selectKey(job, apiKeys).key)
  while (dropped.length < 5 || new Set(owners()).size < ACCOUNTS.length) {
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
