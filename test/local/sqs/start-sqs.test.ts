import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { startSqs } from '../../../local/sqs/start-sqs.ts'
import { localAccount, OPERATOR } from '../../setup/account.ts'
import { signedPost } from '../../setup/signed-post.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'darkroom-sqs-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A queue of an endpoint whose clock stands still until the test moves it. */
async function rig(Attributes: Record<string, string> = {}, dataDir = folder()) {
  const time = { now: 1_000_000_000_000 }
  const clock = () => time.now
  const sqs = await startSqs({
    dataDir,
    port: 0,
    ...localAccount(),
    clock,
  })
  onTestFinished(() => sqs.close())
  const client = new SQSClient({
    endpoint: sqs.url,
    region: 'us-east-1',
    credentials: OPERATOR,
    maxAttempts: 1,
  })
  onTestFinished(() => client.destroy())
  const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: 'work', Attributes }))
  const receive = async (input = {}) =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl, ...input }))).Messages ?? []
  const send = (MessageBody: string, input = {}) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...input }))
  return { sqs, client, QueueUrl, receive, send, time, dataDir }
}

test('a message is received once, again after its visibility timeout, and never after it was deleted', async () => {
  const { client, QueueUrl, receive, send, time } = await rig({ VisibilityTimeout: '30' })
  await send('é', { MessageAttributes: { kind: { DataType: 'String', StringValue: 'x' } } })
  const names = { MessageSystemAttributeNames: ['All'], MessageAttributeNames: ['All'] }
  const [first] = await receive(names)
  expect(first).toMatchObject({
    Body: 'é',
    Attributes: { ApproximateReceiveCount: '1' },
    MessageAttributes: { kind: { StringValue: 'x' } },
  })
  time.now += 29_999
  expect(await receive()).toEqual([])
  time.now += 1
  const [second] = await receive(names)
  expect(second?.MessageId).toBe(first?.MessageId)
  expect(second?.Attributes?.['ApproximateReceiveCount']).toBe('2')
  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: first?.ReceiptHandle }))
  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: second?.ReceiptHandle }))
  time.now += 60_000
  expect(await receive()).toEqual([])
})

test('delay and retention are exact to the millisecond', async () => {
  const { receive, send, time } = await rig({ MessageRetentionPeriod: '60' })
  await send('later', { DelaySeconds: 5 })
  time.now += 4_999
  expect(await receive({ VisibilityTimeout: 0 })).toEqual([])
  time.now += 1
  expect(await receive({ VisibilityTimeout: 0 })).toHaveLength(1)
  time.now += 55_000
  expect(await receive()).toEqual([])
})

test('a waiting receiver gets a message as soon as it is sent, and one that leaves takes none', async () => {
  const { receive, send, sqs } = await rig()
  const waiting = receive({ WaitTimeSeconds: 20 })
  const gone = new AbortController()
  const leaving = signedPost(sqs.url, {
    service: 'sqs',
    headers: {
      'x-amz-target': 'AmazonSQS.ReceiveMessage',
      'content-type': 'application/x-amz-json-1.0',
    },
    body: JSON.stringify({ QueueUrl: sqs.urlOf('work'), WaitTimeSeconds: 20 }),
    signal: gone.signal,
  })
  gone.abort()
  await expect(leaving).rejects.toThrow()
  await send('now')
  expect(await waiting).toHaveLength(1)
  await send('next')
  expect(await receive({ WaitTimeSeconds: 1 })).toHaveLength(1)
})

test('a message that was received too often moves to the dead-letter queue', async () => {
  const { client, receive, send, sqs } = await rig()
  sqs.store.putQueue('dead', sqs.store.queues.get('work')!.attributes)
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:dead',
    maxReceiveCount: 2,
  })
  await client.send(new CreateQueueCommand({ QueueName: 'work', Attributes: { RedrivePolicy } }))
  await send('bad')
  expect(await receive({ VisibilityTimeout: 0 })).toHaveLength(1)
  expect(await receive({ VisibilityTimeout: 0 })).toHaveLength(1)
  expect(await receive({ VisibilityTimeout: 0 })).toHaveLength(0)
  expect(sqs.store.count('dead').ready).toBe(1)
})

test('messages survive a restart; one in flight is visible, one whose receiver failed stays hidden', async () => {
  const first = await rig({ VisibilityTimeout: '600' })
  for (const body of ['held', 'failed', 'hidden']) await first.send(body)
  const messages = await first.receive({ MaxNumberOfMessages: 10 })
  const receiptOf = (body: string) =>
    messages.find((message) => message.Body === body)?.ReceiptHandle
  first.sqs.store.markFailed(receiptOf('failed')!)
  await first.client.send(
    new ChangeMessageVisibilityCommand({
      QueueUrl: first.QueueUrl,
      ReceiptHandle: receiptOf('hidden'),
      VisibilityTimeout: 100,
    }),
  )
  await first.sqs.close()

  const second = await rig({}, first.dataDir)
  expect((await second.receive({ MaxNumberOfMessages: 10 })).map(({ Body }) => Body)).toEqual([
    'held',
  ])
  second.time.now += 600_000
  expect(await second.receive({ MaxNumberOfMessages: 10 })).toHaveLength(3)
})

test('batches succeed and fail entry by entry', async () => {
  const { client, QueueUrl, receive } = await rig({ MaximumMessageSize: '1024' })
  const Entries = [
    { Id: 'a', MessageBody: 'one' },
    { Id: 'b', MessageBody: 'x'.repeat(1_025) },
  ]
  const sent = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }))
  expect([sent.Successful?.length, sent.Failed?.[0]?.Id]).toEqual([1, 'b'])
  const [message] = await receive()
  const gone = { Id: 'x', ReceiptHandle: message?.ReceiptHandle }
  await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: [gone] }))
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  )
  expect(Attributes).toMatchObject({
    QueueArn: 'arn:aws:sqs:us-east-1:000000000000:work',
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '0',
  })
  const twice = [gone, gone]
  await expect(
    client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: twice })),
  ).rejects.toThrow('different Ids')
})

test('errors are those of SQS, and foreign host names are refused', async () => {
  const { client, sqs } = await rig()
  const missing = client.send(new GetQueueUrlCommand({ QueueName: 'nothing' }))
  await expect(missing).rejects.toBeInstanceOf(QueueDoesNotExist)
  const status = await new Promise((resolve) => {
    const options = {
      port: sqs.port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { host: 'evil.example' },
    }
    request(options, (response) => resolve(response.resume().statusCode)).end()
  })
  expect(status).toBe(421)
})

test('an endpoint that is closed, or whose port is taken, leaves no open file and no listener', async () => {
  const [first, second] = [folder(), folder()]
  const start = (dataDir: string, port: number) => startSqs({ dataDir, port, ...localAccount() })
  const log = (dataDir: string) => existsSync(join(dataDir, 'sqs.db-wal'))
  const sqs = await start(first, 0)
  expect(sqs.url).toBe(`http://127.0.0.1:${sqs.port}`)
  expect(sqs.urlOf('work')).toBe(`${sqs.url}/000000000000/work`)
  await expect(start(second, sqs.port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect([log(first), log(second)]).toEqual([true, false])
  await sqs.close()
  expect(log(first)).toBe(false)
  await (await start(second, sqs.port)).close()
})
