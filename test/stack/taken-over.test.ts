import { randomUUID } from 'node:crypto'
import {
  DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LEASE_MS } from '../../functions/service/core/model/lease.ts'
import { expiryOf, type Task } from '../../functions/service/core/model/task.ts'
import { keyOf } from '../../local/stacks/assume-roles.ts'
import { type Run, startRun } from './start-run.ts'

const SERVICE = 'DarkroomService/Service'

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

const resource = (path: string) => run.stacks.resource(`${SERVICE}/${path}`)

/** AWS as a function of the service sees it, with the very credentials that it has. */
function as(path: string) {
  const { endpoints, region, credentials: run_ } = run.stacks
  const credentials = keyOf(resource(`${path}/Function`).attributes['Arn']!, run_.secretAccessKey)
  const given = { region, credentials, maxAttempts: 1 }
  const clients = {
    dynamo: new DynamoDBClient({ ...given, endpoint: endpoints.dynamodb }),
    s3: new S3Client({ ...given, endpoint: endpoints.s3, forcePathStyle: true }),
    sqs: new SQSClient({ ...given, endpoint: endpoints.sqs }),
    sfn: new SFNClient({ ...given, endpoint: endpoints.stepFunctions }),
    lambda: new LambdaClient({ ...given, endpoint: endpoints.eventBridge }),
    secrets: new SecretsManagerClient({ ...given, endpoint: endpoints.secretsManager }),
  }
  onTestFinished(() => {
    for (const client of Object.values(clients)) client.destroy()
  })
  return clients
}

/** Asks a broker as a worker does, whatever it likes. */
async function ask(worker: string, broker: string, verb: string, what: object): Promise<unknown> {
  const Payload = JSON.stringify({ verb, ask: what })
  const FunctionName = resource(`${broker}/Function`).ref
  const answer = await as(worker).lambda.send(new InvokeCommand({ FunctionName, Payload }))
  expect(answer.FunctionError).toBeUndefined()
  return JSON.parse(answer.Payload?.transformToString() ?? '')
}

/** A task that another worker holds. */
async function heldTask(feature: string): Promise<Task> {
  const now = Date.now()
  const task: Task = {
    id: randomUUID().padEnd(64, 'x'),
    account: 'other',
    feature,
    stage: 'effect',
    status: 'running',
    files: { src: { url: 'https://example.com/a' } },
    parameters: {},
    units: 0,
    createdAt: Math.floor(now / 1000),
    expiresAt: expiryOf(now),
    startedAt: Math.floor(now / 1000),
    lease: { holder: randomUUID(), until: now + LEASE_MS },
  }
  await run.db.send(new PutCommand({ TableName: run.tables.tasks, Item: task }))
  return task
}

const WORKERS = ['Workers/RunTask', 'Workers/RunVideoTask', 'Sharing/WorkSegments']
const BROKERS = { task: 'Workers/Broker/ServeWorker', segment: 'Sharing/ServeSegments' }

describe.each(WORKERS)('whoever takes %s over', (worker) => {
  test('reads and writes no table', async () => {
    const { dynamo } = as(worker)
    for (const TableName of Object.values(run.tables)) {
      const Key = { id: { S: 'x' } }
      for (const call of [
        () => dynamo.send(new GetItemCommand({ TableName, Key })),
        () => dynamo.send(new UpdateItemCommand({ TableName, Key })),
        () => dynamo.send(new QueryCommand({ TableName, KeyConditionExpression: 'id = :id' })),
      ]) {
        await expect(call(), TableName).rejects.toMatchObject({ name: 'AccessDeniedException' })
      }
    }
  })

  test('reaches no object of any bucket', async () => {
    const { s3 } = as(worker)
    const buckets = [resource('Stores/Files').ref, run.at.dropBucket, run.at.resultsBucket]
    for (const Bucket of buckets) {
      for (const prefix of ['uploads', 'results', 'segments', 'drop', 'models']) {
        const at = { Bucket, Key: `${prefix}/x` }
        for (const call of [
          () => s3.send(new GetObjectCommand(at)),
          () => s3.send(new PutObjectCommand({ ...at, Body: 'x' })),
          () => s3.send(new DeleteObjectCommand(at)),
          () => s3.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/` })),
        ]) {
          await expect(call(), `${Bucket} ${prefix}`).rejects.toMatchObject({
            name: 'AccessDenied',
          })
        }
      }
    }
  })

  test('starts no workflow, sends no message, reads no secret and calls no other function', async () => {
    const { sfn, sqs, secrets, lambda } = as(worker)
    const machine = resource('Sharing/Workflow/StateMachine').ref
    await expect(
      sfn.send(new StartExecutionCommand({ stateMachineArn: machine })),
    ).rejects.toMatchObject({ name: 'AccessDeniedException' })
    for (const queue of ['Workers/Pictures', 'Workers/Videos', 'Webhooks/Queue']) {
      const QueueUrl = resource(`${queue}/Queue`).ref
      await expect(
        sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' })),
      ).rejects.toMatchObject({ name: expect.stringContaining('AccessDenied') })
    }
    await expect(
      secrets.send(new GetSecretValueCommand({ SecretId: run.at.serviceSecret })),
    ).rejects.toMatchObject({ name: 'AccessDeniedException' })
    const own = worker === WORKERS[2] ? BROKERS.segment : BROKERS.task
    const others = ['Handler', 'Sweeper/Sweep', ...WORKERS, ...Object.values(BROKERS)]
    for (const path of others.filter((other) => other !== own)) {
      const FunctionName = resource(`${path}/Function`).ref
      await expect(
        lambda.send(new InvokeCommand({ FunctionName, Payload: '{}' })),
        path,
      ).rejects.toMatchObject({ name: 'AccessDeniedException' })
    }
  })
})

test('a worker takes messages of its own queue, and of no other', async () => {
  const take = (worker: string, queue: string) => {
    const QueueUrl = resource(`Workers/${queue}/Queue`).ref
    return as(worker).sqs.send(new ReceiveMessageCommand({ QueueUrl }))
  }
  await expect(take('Workers/RunTask', 'Pictures')).resolves.toBeDefined()
  await expect(take('Workers/RunTask', 'Videos')).rejects.toThrow(/not authorized/)
  await expect(take('Workers/RunVideoTask', 'Pictures')).rejects.toThrow(/not authorized/)
  await expect(take('Sharing/WorkSegments', 'Pictures')).rejects.toThrow(/not authorized/)
})

test.each([
  ['Workers/RunTask', 'body-reshape'],
  ['Workers/RunVideoTask', 'bg-replace-vid'],
])(
  '%s gets nothing of a task that another one holds, which is put back',
  async (worker, feature) => {
    const task = await heldTask(feature)
    const holding = { task: task.id, holder: randomUUID() }
    const of = (verb: string, more: object = {}) =>
      ask(worker, BROKERS.task, verb, { ...holding, ...more })
    expect(await of('begin')).toBeNull()
    expect(await of('renew')).toBe(false)
    expect(await of('placeResult', { extension: 'png', size: 1 })).toBeNull()
    expect(await of('end', { outcome: { status: 'success', values: {} } })).toBeNull()
    const stored = new GetCommand({ TableName: run.tables.tasks, Key: { id: task.id } })
    expect((await run.db.send(stored)).Item).toEqual(task)
  },
)
