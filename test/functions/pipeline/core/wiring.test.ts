import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FEATURES } from '../../../../catalog/features/features.ts'
import * as wiring from '../../../../functions/pipeline/core/wiring.ts'

const ANNOUNCED = FEATURES.find(({ announces }) => announces)!.name

/** What every function of a deployed pipeline has. */
const DEPLOYED = {
  AWS_REGION: 'eu-west-1',
  JOBS_TABLE: 'jobs',
  INBOX_TABLE: 'inbox',
  BATCHES_TABLE: 'batches',
  DROP_QUEUE_URL: 'https://sqs/drop',
  WATCH_QUEUE_URL: 'https://sqs/watch',
  STATE_MACHINE_ARN: 'arn:machine',
  PIPELINE_NAME: 'darkroom',
  SERVICE_BASE_URL: 'https://service.example',
  SERVICE_SECRET_ID: 'secret',
}

beforeEach(() => {
  for (const [name, value] of Object.entries(DEPLOYED)) vi.stubEnv(name, value)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('without variables there is no budget, no price, no offer and no limit, and everything may be laid over', () => {
  expect(wiring.budget()).toEqual({})
  expect(wiring.beginJobDeps()).toMatchObject({
    budget: {},
    unitPrice: 0,
    generatorPrice: 0,
    overrides: true,
    retryOverrides: true,
    offer: undefined,
    serviceLimits: undefined,
  })
  expect([wiring.sourceSeconds(), wiring.provider().idempotent]).toEqual([7200, true])
})

test('variables say what is otherwise', () => {
  const given = {
    BUDGET: '{"units": 5}',
    UNIT_PRICE: '0.25',
    GENERATOR_PRICE: '0.5',
    RECIPE_OVERRIDES: 'off',
    RETRY_OVERRIDES: 'off',
    SERVICE_OFFER: '{"operations": []}',
    SERVICE_LIMITS: '{"maxLongSide": 4000}',
    SOURCE_URL_SECONDS: '60',
    SERVICE_IDEMPOTENT: 'false',
  }
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  expect(wiring.beginJobDeps()).toMatchObject({
    budget: { units: 5 },
    unitPrice: 0.25,
    generatorPrice: 0.5,
    overrides: false,
    retryOverrides: false,
    offer: { operations: [] },
    serviceLimits: { maxLongSide: 4000 },
  })
  expect([wiring.sourceSeconds(), wiring.provider().idempotent]).toEqual([60, false])
})

test.each([
  [undefined, 60],
  ['5', 5],
])(
  'with WATCH_AFTER_SECONDS %s a task is first looked at after %i seconds',
  async (given, seconds) => {
    if (given !== undefined) vi.stubEnv('WATCH_AFTER_SECONDS', given)
    const send = vi.spyOn(SQSClient.prototype, 'send').mockImplementation(async () => ({}))
    await wiring
      .watch()
      .scheduleFirst({ key: 'k', feature: ANNOUNCED, stage: 'effect', taskId: 't' } as never)
    expect(send.mock.lastCall?.[0].input).toMatchObject({
      QueueUrl: 'https://sqs/watch',
      DelaySeconds: seconds,
    })
  },
)

test('what an execution had come to is waited for for eight seconds', async () => {
  const bound = vi.spyOn(AbortSignal, 'timeout')
  vi.spyOn(SFNClient.prototype, 'send').mockImplementation(async () => ({ events: [] }))
  expect(await wiring.variables()('arn:execution')).toEqual({})
  expect(bound).toHaveBeenCalledExactlyOnceWith(8000)
})

test('the function that counts sends its addition once, and everything else again', async () => {
  const tries: number[] = []
  vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
    this: DynamoDBDocumentClient,
  ) {
    tries.push(await this.config.maxAttempts())
    return { Attributes: {} }
  })
  const counts = { succeeded: 1, refused: 0, failed: 0, parked: 0, unfinished: 0 }
  await wiring.countingBatches().addCounts('b', 0, counts)
  expect(tries).toEqual([expect.any(Number), 1])
  expect(tries[0]).toBeGreaterThan(1)
})
