import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { GetItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn'
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { bodyReshape } from '../../../catalog/features/body-reshape.ts'
import { createDynamoClient } from '../../../functions/dynamo.ts'
import { guardedFetch, guardedFetchStream } from '../../../functions/fetch/guarded-fetch.ts'
import { httpProvider } from '../../../functions/pipeline/core/adapters/provider/http-provider.ts'
import { postWebhook } from '../../../functions/webhook/post-webhook.ts'
import { keepEnvironment } from '../../setup/keep-environment.ts'

/** A server that resets each of its first connections when a request comes over it. */
async function resettingServer(resets: number, answer: RequestListener) {
  const sockets = new Set<Socket>()
  let connections = 0
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    if (reset.has(request.socket)) return void request.socket.resetAndDestroy()
    request.on('end', () => answer(request, response))
  })
  const reset = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    connections += 1
    if (connections <= resets) reset.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
  }
}

const empty: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}')
}

/** Clients as the functions make them, which know where they are from the environment alone. */
const CLIENTS: [name: string, call: () => () => Promise<unknown>][] = [
  [
    'DynamoDB',
    () => {
      const client = createDynamoClient()
      return () => client.send(new GetItemCommand({ TableName: 'T', Key: { id: { S: 'x' } } }))
    },
  ],
  [
    'S3, reading',
    () => {
      const client = new S3Client({})
      return () => client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }))
    },
  ],
  [
    'S3, writing',
    () => {
      const client = new S3Client({})
      const Body = Buffer.alloc(20_000)
      return () => client.send(new PutObjectCommand({ Bucket: 'b', Key: 'k', Body }))
    },
  ],
  [
    'SQS',
    () => {
      const client = new SQSClient({})
      const QueueUrl = `${process.env['AWS_ENDPOINT_URL']}/0/q`
      return () => client.send(new ReceiveMessageCommand({ QueueUrl }))
    },
  ],
  [
    'Step Functions',
    () => {
      const client = new SFNClient({})
      return () => client.send(new SendTaskSuccessCommand({ taskToken: 't', output: '{}' }))
    },
  ],
  [
    'EventBridge',
    () => {
      const client = new EventBridgeClient({})
      return () => client.send(new PutEventsCommand({ Entries: [{ Source: 's', Detail: '{}' }] }))
    },
  ],
  [
    'Secrets Manager',
    () => {
      const client = new SecretsManagerClient({})
      return () => client.send(new GetSecretValueCommand({ SecretId: 's' }))
    },
  ],
]

test.each(CLIENTS)(
  '%s: of 100 calls at a time, 30 of them reset, all get through',
  async (_, open) => {
    onTestFinished(keepEnvironment())
    const { origin, requests } = await resettingServer(30, empty)
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_ENDPOINT_URL: origin,
    })
    const call = open()
    await Promise.all(Array.from({ length: 100 }, () => call()))
    expect(requests()).toBe(130)
  },
)

const hello: RequestListener = (_, response) => void response.end('hello')
const bounds = (origin: string) => ({
  maxBytes: 100,
  timeoutMs: 30_000,
  allowLoopbackOrigin: origin,
})

test('a source whose connection is reset twice is fetched, whole or as a stream', async () => {
  const whole = await resettingServer(2, hello)
  const { bytes } = await guardedFetch(whole.origin, bounds(whole.origin))
  expect([Buffer.from(bytes).toString(), whole.requests()]).toEqual(['hello', 3])
  const streamed = await resettingServer(2, hello)
  const { body } = await guardedFetchStream(streamed.origin, bounds(streamed.origin))
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  expect([Buffer.concat(chunks).toString(), streamed.requests()]).toEqual(['hello', 3])
})

test('a source that resets every connection is given up after three', async () => {
  const { origin, requests } = await resettingServer(99, hello)
  const refused = await guardedFetch(origin, bounds(origin)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ reason: 'network' })
  expect(requests()).toBe(3)
})

// Its receiver may have done what it was told; the next attempt of the schedule has the same id.
test('a webhook is sent once an attempt, and the schedule is told of the reset', async () => {
  const { origin, requests } = await resettingServer(1, hello)
  const post = () =>
    postWebhook(
      {
        url: origin,
        id: 'evt_1',
        body: Buffer.from('{}'),
        secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
        maxAnswerBytes: 10,
        allowLoopbackOrigin: origin,
      },
      { fetch: guardedFetch, now: Date.now },
    )
  expect(await post()).toMatchObject({ reason: 'network' })
  expect(requests()).toBe(1)
  expect(await post()).toMatchObject({ status: 200 })
})

// A creation has a key, under which the service carries out one; the workflow repeats every call that failed so.
test('a call of the service that is reset fails as one that may be repeated, under the same key', async () => {
  const keys: unknown[] = []
  const { origin, requests } = await resettingServer(1, (request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { task_id: 'task' } }))
  })
  const provider = httpProvider({ baseUrl: origin, apiKey: async () => 'key' })
  const create = () => provider.create(bodyReshape, 'effect', {}, 'job.edit')
  await expect(create()).rejects.toMatchObject({ name: 'ServiceUnreachable' })
  expect(requests()).toBe(1)
  expect(await create()).toBe('task')
  expect(keys).toEqual(['job.edit'])
})
