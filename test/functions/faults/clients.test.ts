import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import {
  ExecutionAlreadyExists,
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn'
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDynamoClient } from '../../../functions/dynamo.ts'
import { dynamoJobs } from '../../../functions/pipeline/core/adapters/dynamo-jobs.ts'
import { eventBridgeAnnounce } from '../../../functions/pipeline/core/adapters/event-bridge-announce.ts'
import { serviceSecret } from '../../../functions/pipeline/core/adapters/provider/service-secret.ts'
import { sqsWatch } from '../../../functions/pipeline/core/adapters/sqs-watch.ts'
import { stepFunctionsTokens } from '../../../functions/pipeline/core/adapters/step-functions-tokens.ts'
import { sqsQueue } from '../../../functions/service/core/adapters/sqs-queue.ts'
import { stepFunctionsStart } from '../../../functions/step-functions-start.ts'
import { keepEnvironment } from '../../setup/keep-environment.ts'
import { FAULTS } from './inject-fault.ts'

const sfn = mockClient(SFNClient)
const sqs = mockClient(SQSClient)
const events = mockClient(EventBridgeClient)
const secrets = mockClient(SecretsManagerClient)
afterEach(() => {
  for (const mock of [sfn, sqs, events, secrets]) mock.reset()
})
afterAll(() => {
  for (const mock of [sfn, sqs, events, secrets]) mock.restore()
})

const REGION = { region: 'us-east-1' }
const spent = { $metadata: {}, message: 'spent' }

describe('task tokens', () => {
  const tokens = stepFunctionsTokens(new SFNClient(REGION))

  test.for([
    ['timed out', new TaskTimedOut(spent)],
    ['gone', new TaskDoesNotExist(spent)],
    ['invalid', new InvalidToken(spent)],
  ] as const)('one that is %s is done with', async ([, error]) => {
    sfn.on(SendTaskSuccessCommand).rejects(error).on(SendTaskFailureCommand).rejects(error)
    await tokens.succeed('token', { ok: true })
    await tokens.fail('token', 'JobFailed', 'why')
    expect(sfn.calls()).toHaveLength(2)
  })

  test.for(FAULTS)('$name reaches the caller, who sends it again', async (fault) => {
    const error = fault.error()
    sfn.on(SendTaskSuccessCommand).rejectsOnce(error).resolves({})
    await expect(tokens.succeed('token', { ok: true })).rejects.toBe(error)
    await tokens.succeed('token', { ok: true })
    expect(sfn.commandCalls(SendTaskSuccessCommand).map(({ args }) => args[0].input)).toEqual([
      { taskToken: 'token', output: '{"ok":true}' },
      { taskToken: 'token', output: '{"ok":true}' },
    ])
  })
})

test('an execution that was started, though the answer was lost, is a duplicate', async () => {
  const exists = new ExecutionAlreadyExists(spent)
  const lost = FAULTS.at(-1)?.error()
  sfn.on(StartExecutionCommand).rejectsOnce(lost).rejects(exists)
  const start = stepFunctionsStart(new SFNClient(REGION), 'arn')
  await expect(start('name', {})).rejects.toBe(lost)
  expect(await start('name', {})).toBe('duplicate')
})

describe('job events', () => {
  const announce = eventBridgeAnnounce(new EventBridgeClient(REGION))
  const event = { status: 'succeeded' } as never

  test('an entry that EventBridge did not take is an error, though the call succeeded', async () => {
    events.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'busy' }] })
    await expect(announce(event)).rejects.toThrow('EventBridge did not take the event.')
  })

  test.for(FAULTS)('$name reaches the caller', async (fault) => {
    const error = fault.error()
    events.on(PutEventsCommand).rejects(error)
    await expect(announce(event)).rejects.toBe(error)
    expect(events.calls()).toHaveLength(1)
  })
})

describe('queues', () => {
  const client = new SQSClient(REGION)
  const watch = sqsWatch(client, { queueUrl: 'q', firstSeconds: 60 })
  const task = { taskId: 't', feature: 'body-reshape', key: 'k', job: 'j', until: 9 } as never

  test.for(FAULTS)('$name reaches the caller', async (fault) => {
    const error = fault.error()
    sqs.on(SendMessageCommand).rejects(error)
    await expect(watch.scheduleFirst(task)).rejects.toBe(error)
    await expect(sqsQueue(client, 'q').send({})).rejects.toBe(error)
    expect(sqs.calls()).toHaveLength(2)
  })

  test('no delay is longer than SQS allows', async () => {
    sqs.on(SendMessageCommand).resolves({})
    await watch.scheduleNext({ ...(task as object), looks: 40 } as never, 5_000)
    expect(sqs.commandCalls(SendMessageCommand)[0]?.args[0].input.DelaySeconds).toBe(900)
  })
})

describe('the service secret', () => {
  const text = JSON.stringify({ apiKey: 'k', webhookSecret: 'whsec_s' })

  test.for(FAULTS)('$name is not cached, and what was read before stays', async (fault) => {
    let now = 0
    const secret = serviceSecret(new SecretsManagerClient(REGION), 'id', () => now)
    const error = fault.error()
    secrets.on(GetSecretValueCommand).rejectsOnce(error).resolvesOnce({ SecretString: text })
    await expect(secret.read()).rejects.toBe(error)
    expect((await secret.read()).keys).toEqual([{ key: 'k' }])
    secrets.on(GetSecretValueCommand).rejects(error)
    now = 20_000
    await expect(secret.refresh()).rejects.toBe(error)
    expect((await secret.read()).keys).toEqual([{ key: 'k' }])
  })

  test('a value that is no secret is refused without being repeated', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"apiKey": "sk-very-secret"' })
    const secret = serviceSecret(new SecretsManagerClient(REGION), 'id')
    const refused = await secret.read().catch((error: Error) => error.message)
    expect(refused).toContain('must be JSON')
    expect(refused).not.toContain('very-secret')
  })
})

/** A database that answers its first requests with an error, and all later ones with an empty result. */
async function throttlingDatabase(times: number) {
  let requests = 0
  const server = createServer((request, response) => {
    request.resume()
    requests += 1
    const type = 'com.amazon.coral.availability#ThrottlingException'
    response.writeHead(requests <= times ? 400 : 200, {
      'content-type': 'application/x-amz-json-1.0',
    })
    response.end(requests <= times ? JSON.stringify({ __type: type, message: 'busy' }) : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
  }
}

test('a throttled request is repeated by the client the functions use', async () => {
  const restore = keepEnvironment()
  onTestFinished(restore)
  const open = async (times: number) => {
    const database = await throttlingDatabase(times)
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_ENDPOINT_URL_DYNAMODB: database.url,
    })
    return { database, jobs: dynamoJobs(createDynamoClient(), 'Jobs') }
  }
  const twice = await open(2)
  expect(await twice.jobs.get('job')).toBeUndefined()
  expect(twice.database.requests()).toBe(3)
  const always = await open(99)
  await expect(always.jobs.get('job')).rejects.toMatchObject({ name: 'ThrottlingException' })
  // The SDK's standard retry mode gives DynamoDB four attempts.
  expect(always.database.requests()).toBe(4)
})
