import {
  CancelMessageMoveTaskCommand,
  CreateQueueCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
  type StartMessageMoveTaskCommandInput,
} from '@aws-sdk/client-sqs'
import { expect, onTestFinished, test } from 'vitest'
import { startSqs } from '../../../local/sqs/start-sqs.ts'
import { localAccount, OPERATOR } from '../../setup/account.ts'
import { freshDir } from '../s3/open-s3.ts'

const arn = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`

/** Two queues with the same dead letters, which hold two messages of the first and one of the second. */
async function rig() {
  const time = { now: 1_000_000_000_000 }
  const dataDir = await freshDir()
  const sqs = await startSqs({ dataDir, port: 0, ...localAccount(), clock: () => time.now })
  const client = new SQSClient({
    endpoint: sqs.url,
    region: 'us-east-1',
    credentials: OPERATOR,
    maxAttempts: 1,
  })
  onTestFinished(async () => {
    client.destroy()
    await sqs.close()
  })
  const queue = async (QueueName: string, Attributes = {}) =>
    (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl
  const dead = await queue('dead')
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arn('dead'), maxReceiveCount: 1 })
  const urls = {
    dead,
    one: await queue('one', { RedrivePolicy, VisibilityTimeout: '1' }),
    two: await queue('two', { RedrivePolicy, VisibilityTimeout: '1' }),
  }
  const receive = async (name: keyof typeof urls) => {
    const asked = { QueueUrl: urls[name], MaxNumberOfMessages: 10 }
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(asked))
    return Messages.map(({ Body }) => Body).sort()
  }
  const send = (name: keyof typeof urls, MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl: urls[name], MessageBody }))
  await Promise.all([send('one', 'a'), send('one', 'b'), send('two', 'c')])
  for (const name of ['one', 'two'] as const) {
    await receive(name)
    time.now += 2_000
    expect(await receive(name)).toEqual([])
  }
  const start = (input: Partial<StartMessageMoveTaskCommandInput> = {}) =>
    client.send(new StartMessageMoveTaskCommand({ SourceArn: arn('dead'), ...input }))
  const list = async () => {
    const asked = { SourceArn: arn('dead'), MaxResults: 10 }
    return (await client.send(new ListMessageMoveTasksCommand(asked))).Results ?? []
  }
  const ended = (status: string) => expect.poll(async () => (await list())[0]?.Status).toBe(status)
  return { client, receive, send, start, list, ended }
}

test('dead letters go back to the queues that they came from', async () => {
  const { receive, start, list, ended } = await rig()
  await start()
  await ended('COMPLETED')
  expect([await receive('one'), await receive('two'), await receive('dead')]).toEqual([
    ['a', 'b'],
    ['c'],
    [],
  ])
  expect(await list()).toMatchObject([
    {
      SourceArn: arn('dead'),
      ApproximateNumberOfMessagesMoved: 3,
      ApproximateNumberOfMessagesToMove: 3,
      StartedTimestamp: expect.any(Number),
    },
  ])
})

test('a slow move runs alone and can be cancelled', async () => {
  const { client, receive, start, list } = await rig()
  const { TaskHandle } = await start({
    DestinationArn: arn('two'),
    MaxNumberOfMessagesPerSecond: 1,
  })
  await expect(start()).rejects.toMatchObject({ name: 'UnsupportedOperation' })
  await expect.poll(async () => (await list())[0]?.ApproximateNumberOfMessagesMoved).toBe(1)
  const cancel = () => client.send(new CancelMessageMoveTaskCommand({ TaskHandle }))
  expect((await cancel()).ApproximateNumberOfMessagesMoved).toBe(1)
  await expect(cancel()).rejects.toMatchObject({ name: 'UnsupportedOperation' })
  expect((await list())[0]).toMatchObject({ Status: 'CANCELLED', DestinationArn: arn('two') })
  expect(await receive('two')).toHaveLength(1)
  expect(await receive('dead')).toHaveLength(2)
})

test('refuses what is no queue of dead letters, and says what came from no queue', async () => {
  const { client, send, start, list, ended } = await rig()
  await expect(start({ SourceArn: arn('nosuch') })).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  })
  await expect(start({ SourceArn: arn('one') })).rejects.toThrow(
    'Source queue must be configured as a Dead Letter Queue.',
  )
  const unknown = new CancelMessageMoveTaskCommand({ TaskHandle: 'bm90aGluZw' })
  await expect(client.send(unknown)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await send('dead', 'put there by a rule')
  await start()
  await ended('FAILED')
  expect((await list())[0]).toMatchObject({ FailureReason: 'CouldNotDetermineMessageSource' })
})
