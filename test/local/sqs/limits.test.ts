import { describe, expect, test } from 'vitest'
import { QueueAttributes, readRedrive } from '../../../local/sqs/queue-attributes.ts'
import * as requests from '../../../local/sqs/requests.ts'
import { sqsRequiredRights } from '../../../local/sqs/sqs-required-rights.ts'
import { openQueues, START } from './open-queues.ts'

/** Each range of the SQS API Reference, with what is just within and just beyond it. */
const RANGES: [
  string,
  { safeParse(value: unknown): { success: boolean } },
  string,
  number,
  number,
][] = [
  ['an attribute', QueueAttributes, 'VisibilityTimeout', 0, 43_200],
  ['an attribute', QueueAttributes, 'DelaySeconds', 0, 900],
  ['an attribute', QueueAttributes, 'MessageRetentionPeriod', 60, 1_209_600],
  ['an attribute', QueueAttributes, 'ReceiveMessageWaitTimeSeconds', 0, 20],
  ['an attribute', QueueAttributes, 'MaximumMessageSize', 1_024, 1_048_576],
  ['a message', requests.Message.partial(), 'DelaySeconds', 0, 900],
  ['a receiver', requests.Receive.partial(), 'MaxNumberOfMessages', 1, 10],
  ['a receiver', requests.Receive.partial(), 'VisibilityTimeout', 0, 43_200],
  ['a receiver', requests.Receive.partial(), 'WaitTimeSeconds', 0, 20],
  ['a change', requests.Visibility.partial(), 'VisibilityTimeout', 0, 43_200],
]

describe.each(RANGES)('%s %#', (_, schema, name, least, most) => {
  test(`${name} may be ${least} to ${most}`, () => {
    const takes = (value: number) => schema.safeParse({ [name]: value }).success
    expect([least - 1, least, most, most + 1].map(takes)).toEqual([false, true, true, false])
    expect(takes(least + 0.5)).toBe(false)
  })
})

test('attributes that nobody sets are those of SQS', () => {
  expect(QueueAttributes.parse({})).toEqual({
    VisibilityTimeout: 30,
    DelaySeconds: 0,
    MessageRetentionPeriod: 345_600,
    ReceiveMessageWaitTimeSeconds: 0,
    MaximumMessageSize: 1_048_576,
  })
  expect(requests.Receive.parse({ QueueUrl: 'a' })).toMatchObject({ MaxNumberOfMessages: 1 })
})

/** Texts by the longest that is taken. */
const LENGTHS: [
  string,
  { safeParse(value: unknown): { success: boolean } },
  (text: string) => object,
  number,
][] = [
  ['the name of a queue', requests.ByName, (QueueName) => ({ QueueName }), 80],
  ['the URL of a queue', requests.AtQueue, (QueueUrl) => ({ QueueUrl }), 2_048],
  ['a receipt', requests.Receipt, (ReceiptHandle) => ({ ReceiptHandle }), 1_024],
  [
    'the name of a message attribute',
    requests.Message,
    (name) => ({ MessageBody: 'a', MessageAttributes: { [name]: { DataType: 'String' } } }),
    256,
  ],
  [
    'the type of a message attribute',
    requests.Message,
    (DataType) => ({ MessageBody: 'a', MessageAttributes: { a: { DataType } } }),
    256,
  ],
]

test.each(LENGTHS)('%s may be as long as in SQS', (name, schema, input, most) => {
  const takes = (length: number) => schema.safeParse(input('x'.repeat(length))).success
  expect([1, most, most + 1].map(takes)).toEqual([true, true, false])
  expect(takes(0)).toBe(name.startsWith('the type'))
})

test.each([
  ['a prefix of queues', requests.List, (text: string) => ({ QueueNamePrefix: text }), 80],
  [
    'names of attributes',
    requests.GetAttributes,
    (text: string) => ({ QueueUrl: 'a', AttributeNames: [text] }),
    256,
  ],
  ['a redrive policy', QueueAttributes, (text: string) => ({ RedrivePolicy: text }), 1_024],
])('%s may be empty, and has an end', (_, schema, input, most) => {
  const takes = (length: number) => schema.safeParse(input('x'.repeat(length))).success
  expect([0, most, most + 1].map(takes)).toEqual([true, true, false])
})

test('fifty names of attributes may be asked for', () => {
  const names = (count: number) => ({ QueueUrl: 'a', AttributeNames: Array(count).fill('All') })
  expect(requests.GetAttributes.safeParse(names(50)).success).toBe(true)
  expect(requests.GetAttributes.safeParse(names(51)).success).toBe(false)
})

test.each(['a b', 'a.b', 'é', 'a/b', '.a', 'a.'])('no queue is called %s', (QueueName) => {
  expect(requests.ByName.safeParse({ QueueName }).success).toBe(false)
})

test('a message may be as long as the queue says, in bytes, and no longer', async () => {
  const { call, QueueUrl } = openQueues()
  await call('CreateQueue', { QueueName: 'work', Attributes: { MaximumMessageSize: '1024' } })
  const send = (MessageBody: string) => call('SendMessage', { QueueUrl, MessageBody })
  expect(await send('x'.repeat(1_024))).toMatchObject({ MD5OfMessageBody: expect.any(String) })
  await expect(send('x'.repeat(1_025))).rejects.toThrow('MessageBody must be 1024 bytes or shorter')
  await expect(send('é'.repeat(513))).rejects.toThrow('1024 bytes')
})

describe('a batch', () => {
  const entry = (Id: string) => ({ Id, MessageBody: 'a' })
  const batch = async (Entries: object[]) => {
    const { call, QueueUrl } = openQueues()
    await call('CreateQueue', { QueueName: 'work' })
    return await call('SendMessageBatch', { QueueUrl, Entries })
  }
  const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(`e${at}`))

  test('has one to ten entries', async () => {
    await expect(batch([])).rejects.toMatchObject({ code: 'EmptyBatchRequest' })
    expect((await batch(entries(1))).Successful).toHaveLength(1)
    expect((await batch(entries(10))).Successful).toHaveLength(10)
    await expect(batch(entries(11))).rejects.toMatchObject({ code: 'TooManyEntriesInBatchRequest' })
  })

  test('has entries of different names, of letters, digits, - and _', async () => {
    const twice = [entry('a'), entry('b'), entry('a')]
    await expect(batch(twice)).rejects.toMatchObject({ code: 'BatchEntryIdsNotDistinct' })
    expect((await batch([entry('x'.repeat(80))])).Successful).toHaveLength(1)
    for (const id of ['', 'a b', ' a', 'a ', 'x'.repeat(81)])
      await expect(batch([entry(id)])).rejects.toThrow()
  })

  test('says of each entry that fails why, and that the sender is to blame', async () => {
    const { call, QueueUrl } = openQueues()
    await call('CreateQueue', { QueueName: 'work' })
    const Entries = [
      { Id: 'a', ReceiptHandle: 'gone', VisibilityTimeout: 0 },
      { Id: 'b', ReceiptHandle: 'gone', VisibilityTimeout: -1 },
    ]
    const { Successful, Failed } = await call('ChangeMessageVisibilityBatch', { QueueUrl, Entries })
    expect(Successful).toEqual([])
    expect(Failed).toMatchObject([
      { Id: 'a', SenderFault: true, Code: 'MessageNotInflight' },
      { Id: 'b', SenderFault: true, Code: 'InvalidParameterValue' },
    ])
  })
})

describe('a redrive policy', () => {
  const policy = (
    maxReceiveCount: unknown,
    deadLetterTargetArn: unknown = 'arn:aws:sqs:r:1:dead',
  ) =>
    readRedrive(
      QueueAttributes.parse({
        RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount }),
      }),
    )

  test('names the queue at the end of its ARN, and a count of 1 to 1,000', () => {
    expect(readRedrive(QueueAttributes.parse({}))).toBeUndefined()
    expect(policy(1)).toEqual({ deadLetterQueue: 'dead', maxReceiveCount: 1 })
    expect(policy('1000')?.maxReceiveCount).toBe(1_000)
    for (const count of [0, 1_001, 1.5, 'often']) {
      expect(() => policy(count)).toThrow('RedrivePolicy must name deadLetterTargetArn and')
    }
  })

  test('has an ARN of 512 characters at most', () => {
    expect(policy(1, 'x'.repeat(512))).toBeDefined()
    expect(() => policy(1, 'x'.repeat(513))).toThrow('RedrivePolicy')
  })

  test('is checked when it is set', async () => {
    const { call } = openQueues()
    const Attributes = { RedrivePolicy: '{}' }
    await expect(call('CreateQueue', { QueueName: 'work', Attributes })).rejects.toThrow(
      'RedrivePolicy',
    )
  })
})

describe('the clock', () => {
  test('hides a message for as long as its receiver says, to the millisecond', async () => {
    const { call, time, QueueUrl } = openQueues()
    await call('CreateQueue', { QueueName: 'work', Attributes: { VisibilityTimeout: '30' } })
    await call('SendMessage', { QueueUrl, MessageBody: 'a' })
    const receive = async (input = {}) =>
      (await call('ReceiveMessage', { QueueUrl, ...input })).Messages ?? []
    const [first] = await receive({ VisibilityTimeout: 7, AttributeNames: ['All'] })
    expect(first?.Attributes).toEqual({
      SenderId: 'local',
      SentTimestamp: String(START),
      ApproximateReceiveCount: '1',
      ApproximateFirstReceiveTimestamp: String(START),
    })
    expect(first).not.toHaveProperty('MessageAttributes')
    time.now += 6_999
    expect(await receive()).toEqual([])
    time.now += 1
    const [second] = await receive({
      MessageSystemAttributeNames: ['ApproximateReceiveCount', 'ApproximateFirstReceiveTimestamp'],
    })
    expect(second?.Attributes).toEqual({
      ApproximateReceiveCount: '2',
      ApproximateFirstReceiveTimestamp: String(START),
    })
    const { ReceiptHandle } = second!
    await call('ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout: 2 })
    time.now += 1_999
    expect(await receive()).toEqual([])
    time.now += 1
    // Its time is over: it is in nobody's hands any more.
    const late = { QueueUrl, ReceiptHandle, VisibilityTimeout: 5 }
    await expect(call('ChangeMessageVisibility', late)).rejects.toMatchObject({
      code: 'MessageNotInflight',
    })
    const [third] = await receive()
    expect(third).not.toHaveProperty('Attributes')
  })

  test('counts what is ready, in flight and delayed, and knows the oldest that is not stuck', async () => {
    const { call, time, store, QueueUrl } = openQueues()
    await call('CreateQueue', { QueueName: 'work', Attributes: { DelaySeconds: '3' } })
    expect(store.oldest('work')).toBeUndefined()
    await call('SendMessage', { QueueUrl, MessageBody: 'late' })
    expect(store.count('work')).toEqual({ ready: 0, inFlight: 0, delayed: 1 })
    time.now += 1
    await call('SendMessage', { QueueUrl, MessageBody: 'soon', DelaySeconds: 0 })
    expect(store.count('work')).toEqual({ ready: 1, inFlight: 0, delayed: 1 })
    await call('ReceiveMessage', { QueueUrl })
    expect(store.count('work')).toEqual({ ready: 0, inFlight: 1, delayed: 1 })
    expect(store.oldest('work')).toBe(START)
    time.now += 3_000
    for (const _ of [1, 2, 3]) {
      expect(store.oldest('work')).toBe(START)
      await call('ReceiveMessage', { QueueUrl, VisibilityTimeout: 0 })
    }
    expect(store.oldest('work')).toBe(START + 1)
    await call('PurgeQueue', { QueueUrl })
    expect(store.count('work')).toEqual({ ready: 0, inFlight: 0, delayed: 0 })
  })

  test('dates a queue by when it was made, in whole seconds, also after its attributes changed', async () => {
    const { call, time, QueueUrl } = openQueues()
    time.now += 999
    await call('CreateQueue', { QueueName: 'work' })
    time.now += 5_000
    await call('SetQueueAttributes', { QueueUrl, Attributes: { VisibilityTimeout: '9' } })
    const wanted = (AttributeNames: string[]) =>
      call('GetQueueAttributes', { QueueUrl, AttributeNames }).then(({ Attributes }) => Attributes)
    expect(await wanted(['CreatedTimestamp', 'VisibilityTimeout', 'Nothing'])).toEqual({
      CreatedTimestamp: '1000000000',
      VisibilityTimeout: '9',
    })
    expect(await wanted([])).toEqual({})
    expect(Object.keys((await wanted(['All'])) ?? {}).sort()).toEqual([
      'ApproximateNumberOfMessages',
      'ApproximateNumberOfMessagesDelayed',
      'ApproximateNumberOfMessagesNotVisible',
      'CreatedTimestamp',
      'DelaySeconds',
      'MaximumMessageSize',
      'MessageRetentionPeriod',
      'QueueArn',
      'ReceiveMessageWaitTimeSeconds',
      'VisibilityTimeout',
    ])
  })

  test('lists queues by their prefix, in order', async () => {
    const { call } = openQueues()
    for (const QueueName of ['work-b', 'other', 'work-a']) await call('CreateQueue', { QueueName })
    expect(await call('ListQueues', { QueueNamePrefix: 'work' })).toEqual({
      QueueUrls: ['http://127.0.0.1/1/work-a', 'http://127.0.0.1/1/work-b'],
    })
    expect((await call('ListQueues', {})).QueueUrls).toHaveLength(3)
    await expect(call('GetQueueUrl', { QueueName: 'none' })).rejects.toThrow('does not exist')
  })
})

describe('a message beyond its receives', () => {
  const redrive = (name: string) => ({
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: `arn:aws:sqs:r:1:${name}`,
      maxReceiveCount: 1,
    }),
  })

  test('stays where it is as long as there is no queue for it', async () => {
    const { call, store, QueueUrl } = openQueues()
    await call('CreateQueue', { QueueName: 'work', Attributes: redrive('nowhere') })
    await call('SendMessage', { QueueUrl, MessageBody: 'a' })
    for (const _ of [1, 2, 3]) await call('ReceiveMessage', { QueueUrl, VisibilityTimeout: 0 })
    expect(store.count('work').ready).toBe(1)
  })

  test('wakes who waits at the other queue, and is counted anew there', async () => {
    const { call, QueueUrl } = openQueues()
    await call('CreateQueue', { QueueName: 'work', Attributes: redrive('dead') })
    await call('CreateQueue', { QueueName: 'dead' })
    await call('SendMessage', { QueueUrl, MessageBody: 'a' })
    await call('ReceiveMessage', { QueueUrl, VisibilityTimeout: 0 })
    const waiting = call('ReceiveMessage', {
      QueueUrl: 'http://127.0.0.1/1/dead',
      WaitTimeSeconds: 20,
      AttributeNames: ['ApproximateReceiveCount'],
    })
    expect(await call('ReceiveMessage', { QueueUrl })).toEqual({})
    expect((await waiting).Messages).toMatchObject([
      { Body: 'a', Attributes: { ApproximateReceiveCount: '1' } },
    ])
  })
})

test.each([
  ['SendMessage', { QueueUrl: 'http://a/1/work' }, 'sqs:SendMessage', 'of work'],
  ['SendMessageBatch', { QueueUrl: 'http://a/1/work' }, 'sqs:SendMessage', 'of work'],
  ['DeleteMessageBatch', { QueueUrl: 'http://a/1/work' }, 'sqs:DeleteMessage', 'of work'],
  [
    'ChangeMessageVisibilityBatch',
    { QueueUrl: 'a/work' },
    'sqs:ChangeMessageVisibility',
    'of work',
  ],
  ['GetQueueUrl', { QueueName: 'work' }, 'sqs:GetQueueUrl', 'of work'],
  ['ListQueues', { QueueNamePrefix: 'w' }, 'sqs:ListQueues', '*'],
])('%s asks for the right to do it', (operation, input, action, resource) => {
  expect(sqsRequiredRights((name) => `of ${name}`)(operation, input)).toEqual([
    { action, resource, context: {} },
  ])
})
