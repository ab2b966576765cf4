import { expect, test } from 'vitest'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'
import * as requests from '../../../local/sqs/requests.ts'
import { sqsRequiredRights } from '../../../local/sqs/sqs-required-rights.ts'
import { openQueues, START } from './open-queues.ts'

/** Two queues of dead letters and a third queue, with nothing in them. */
async function rig() {
  const queues = openQueues()
  const { store, arnOf, call } = queues
  for (const name of ['dead', 'buried', 'plain']) store.putQueue(name, QueueAttributes.parse({}))
  for (const name of ['dead', 'buried']) {
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf(name), maxReceiveCount: 1 })
    store.putQueue(`of-${name}`, QueueAttributes.parse({ RedrivePolicy }))
  }
  const start = (source = 'dead', input: object = {}) =>
    call('StartMessageMoveTask', { SourceArn: arnOf(source), ...input })
  const list = async (source = 'dead', input: object = {}) =>
    (await call('ListMessageMoveTasks', { SourceArn: arnOf(source), ...input })).Results ?? []
  return { ...queues, start, list }
}

test('one task runs at a queue, beside those of other queues and after those that ended', async () => {
  const { start, call } = await rig()
  const { TaskHandle } = await start()
  await expect(start()).rejects.toMatchObject({
    code: 'com.amazonaws.sqs#UnsupportedOperation',
    message: 'There is already a task running. Only one active task is allowed.',
  })
  await start('buried')
  await call('CancelMessageMoveTask', { TaskHandle })
  await start()
})

test.each([
  ['itself', 'dead', 'InvalidParameterValue', 'DestinationArn must differ from SourceArn.'],
  ['a queue that is not there', 'none', 'ResourceNotFoundException', 'There is no queue'],
])('no task moves messages to %s', async (_, to, code, message) => {
  const { start, list, arnOf } = await rig()
  const refused = start('dead', { DestinationArn: arnOf(to) })
  await expect(refused).rejects.toMatchObject({
    code: expect.stringContaining(code),
    message: expect.stringContaining(message),
  })
  expect(await list()).toEqual([])
})

test('a queue of the same name elsewhere is not there', async () => {
  const { call } = await rig()
  const SourceArn = 'arn:aws:sqs:eu-west-1:1:dead'
  for (const name of ['StartMessageMoveTask', 'ListMessageMoveTasks']) {
    await expect(call(name, { SourceArn })).rejects.toThrow(`There is no queue ${SourceArn}.`)
  }
})

test('a queue that takes no dead letters is no source', async () => {
  const { start } = await rig()
  await expect(start('plain')).rejects.toMatchObject({
    code: 'InvalidParameterValue',
    message: 'Source queue must be configured as a Dead Letter Queue.',
  })
})

test('a running task is listed with its handle, one that ended without', async () => {
  const { start, list, call, arnOf } = await rig()
  const order = { DestinationArn: arnOf('plain'), MaxNumberOfMessagesPerSecond: 7 }
  const { TaskHandle } = await start('dead', order)
  const listed = {
    ...order,
    SourceArn: arnOf('dead'),
    ApproximateNumberOfMessagesMoved: 0,
    ApproximateNumberOfMessagesToMove: 0,
    StartedTimestamp: START,
  }
  expect(await list()).toEqual([{ ...listed, TaskHandle, Status: 'RUNNING' }])
  await call('CancelMessageMoveTask', { TaskHandle })
  expect(await list()).toEqual([{ ...listed, Status: 'CANCELLED' }])
  const again = call('CancelMessageMoveTask', { TaskHandle })
  await expect(again).rejects.toThrow('Only active tasks can be cancelled.')
})

test('of the tasks of one queue the latest is listed, or as many as are asked for', async () => {
  const { start, list, call, time } = await rig()
  for (const source of ['dead', 'buried', 'dead', 'dead']) {
    time.now += 1
    const { TaskHandle } = await start(source)
    await call('CancelMessageMoveTask', { TaskHandle })
  }
  const startedAt = async (input?: object) =>
    (await list('dead', input)).map(
      (task) => (task as { StartedTimestamp: number }).StartedTimestamp - START,
    )
  expect(await startedAt()).toEqual([4])
  expect(await startedAt({ MaxResults: 2 })).toEqual([4, 3])
  expect(await startedAt({ MaxResults: 10 })).toEqual([4, 3, 1])
  expect(await list('plain', { MaxResults: 10 })).toEqual([])
})

/** Each field of the operations by its least and greatest, lengths of texts or numbers. */
test.each([
  ['SourceArn', requests.StartMove, {}, 1, 512],
  ['DestinationArn', requests.StartMove, { SourceArn: 'a' }, 1, 512],
  ['SourceArn', requests.ListMoves, {}, 1, 512],
  ['TaskHandle', requests.CancelMove, {}, 1, 2_048],
  ['ReceiptHandle', requests.Receipt, {}, 1, 1_024],
  ['MessageGroupId', requests.Message, { MessageBody: 'a' }, 1, 128],
])('%s of %#', (name, schema, rest, least, most) => {
  const takes = (length: number) =>
    schema.safeParse({ ...rest, [name]: 'x'.repeat(length) }).success
  expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false])
})

test.each([
  ['MaxNumberOfMessagesPerSecond', requests.StartMove, 500],
  ['MaxResults', requests.ListMoves, 10],
])('%s is 1 to its most, and whole', (name, schema, most) => {
  const takes = (value: number) => schema.safeParse({ SourceArn: 'a', [name]: value }).success
  expect([0, 1, 1.5, most, most + 1].map(takes)).toEqual([false, true, false, true, false])
})

test.each([
  ['!', true],
  ['~', true],
  ['!~', true],
  ['a b', false],
  [' a', false],
  ['a ', false],
  ['aé', false],
  ['', false],
])('the group %s of a message', (MessageGroupId, taken) => {
  expect(requests.Message.safeParse({ MessageBody: 'a', MessageGroupId }).success).toBe(taken)
})

test('a message has a body, of any text', () => {
  const takes = (MessageBody: unknown) => requests.Message.safeParse({ MessageBody }).success
  expect(['', 'a', undefined].map(takes)).toEqual([false, true, false])
})

/** The rights that an operation on moves asks for, as `action resource`. */
function asked(operation: string, input: object): string[] {
  const rights = sqsRequiredRights((name) => `of ${name}`)(operation, input)
  return rights.map(({ action, resource }) => `${action} ${resource}`)
}

test('a move asks for all rights that it uses', () => {
  const input = { SourceArn: 'dead', DestinationArn: 'work' }
  const atSource = ['StartMessageMoveTask', 'ReceiveMessage', 'DeleteMessage']
  const rights = atSource.map((action) => `sqs:${action} dead`)
  expect(asked('StartMessageMoveTask', { SourceArn: 'dead' })).toEqual(rights)
  expect(asked('StartMessageMoveTask', input)).toEqual([...rights, 'sqs:SendMessage work'])
  expect(asked('ListMessageMoveTasks', input)).toEqual(['sqs:ListMessageMoveTasks dead'])
})

test.each([
  [JSON.stringify({ sourceArn: 'dead' }), 'dead'],
  [JSON.stringify({ taskId: 'a' }), '*'],
  ['no JSON', '*'],
])('to cancel %s asks for the right at %s', (handle, resource) => {
  const TaskHandle = Buffer.from(handle).toString('base64url')
  const right = `sqs:CancelMessageMoveTask ${resource}`
  expect(asked('CancelMessageMoveTask', { TaskHandle })).toEqual([right])
})

test('what is received says its group where it was sent with one and that is asked for', async () => {
  const { call } = await rig()
  const QueueUrl = 'http://127.0.0.1/queue/plain'
  await call('SendMessage', { QueueUrl, MessageBody: 'a', MessageGroupId: 'g' })
  await call('SendMessage', { QueueUrl, MessageBody: 'b' })
  const received = async (AttributeNames: string[]) => {
    const answer = await call('ReceiveMessage', {
      QueueUrl,
      AttributeNames,
      MaxNumberOfMessages: 1,
    })
    return answer.Messages![0]!
  }
  const first = await received(['MessageGroupId', 'SenderId'])
  const second = await received(['All'])
  const [grouped, plain] = first.Body === 'a' ? [first, second] : [second, first]
  expect(grouped.Attributes).toMatchObject({ MessageGroupId: 'g', SenderId: 'local' })
  expect(plain.Attributes).not.toHaveProperty('MessageGroupId')
  expect(Object.keys(first.Attributes!).length).toBeLessThan(3)
  expect(second.Attributes).toMatchObject({ ApproximateReceiveCount: '1' })
})
