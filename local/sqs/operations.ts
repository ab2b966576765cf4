import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'
import { batch } from './batch.ts'
import type { ReceivedMessage } from './message.ts'
import type { MessageStore } from './message-store.ts'
import { QueueAttributes } from './queue-attributes.ts'
import * as input from './requests.ts'

/** What the operations act on; `urlOf` gives a queue's URL by its name. */
export type SqsDeps = {
  readonly store: MessageStore
  readonly urlOf: (queue: string) => string
  readonly arnOf: (queue: string) => string
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

const noQueue = (): AwsError =>
  new AwsError('com.amazonaws.sqs#QueueDoesNotExist', 'The specified queue does not exist.', {
    queryCode: 'AWS.SimpleQueueService.NonExistentQueue',
  })

const systemAttributes = (message: ReceivedMessage): Record<string, string> => ({
  SenderId: 'local',
  SentTimestamp: String(message.sentAt),
  ApproximateReceiveCount: String(message.receiveCount),
  ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
})

const describe = (message: ReceivedMessage, names: readonly string[]) => {
  const wanted = Object.entries(systemAttributes(message)).filter(
    ([name]) => names.includes('All') || names.includes(name),
  )
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(wanted.length > 0 ? { Attributes: Object.fromEntries(wanted) } : {}),
    ...(Object.keys(message.attributes).length > 0
      ? { MessageAttributes: message.attributes }
      : {}),
  }
}

/** The operations of SQS that are served, by name without their prefix. */
export const sqsOperations = ({ store, urlOf, arnOf }: SqsDeps): Record<string, Operation> => {
  const named = (queue: string): string => {
    if (!store.queues.has(queue)) throw noQueue()
    return queue
  }
  const at = (url: string): string => named(url.split('/').at(-1) ?? '')

  const send = (queue: string, message: z.infer<typeof input.Message>) => {
    const limit = store.queues.get(queue)!.attributes.MaximumMessageSize
    if (Buffer.byteLength(message.MessageBody) > limit) {
      throw new AwsError('InvalidParameterValue', `MessageBody must be ${limit} bytes or shorter`)
    }
    const id = store.send(queue, message.MessageBody, {
      delay: message.DelaySeconds,
      attributes: message.MessageAttributes,
    })
    return { MessageId: id, MD5OfMessageBody: md5(message.MessageBody) }
  }
  const hide = (queue: string, change: z.infer<typeof input.Visibility>) => {
    if (store.hide(queue, change.ReceiptHandle, change.VisibilityTimeout)) return {}
    throw new AwsError('MessageNotInflight', 'The message is not with this receiver.')
  }
  const remove = (queue: string, entry: z.infer<typeof input.Receipt>) => {
    store.remove(queue, entry.ReceiptHandle)
    return {}
  }
  const attributesOf = (queue: string): Record<string, string> => {
    const { attributes, created } = store.queues.get(queue)!
    const { ready, flying, delayed } = store.count(queue)
    const all = {
      ...attributes,
      QueueArn: arnOf(queue),
      CreatedTimestamp: Math.floor(created / 1_000),
      ApproximateNumberOfMessages: ready,
      ApproximateNumberOfMessagesNotVisible: flying,
      ApproximateNumberOfMessagesDelayed: delayed,
    }
    return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]))
  }
  const put = (queue: string, changed: Record<string, unknown>) => {
    store.putQueue(
      queue,
      QueueAttributes.parse({ ...store.queues.get(queue)?.attributes, ...changed }),
    )
    return { QueueUrl: urlOf(queue) }
  }

  return {
    CreateQueue: (raw) => {
      const { QueueName, Attributes } = input.CreateQueue.parse(raw)
      return put(QueueName, Attributes)
    },
    SetQueueAttributes: (raw) => {
      const { QueueUrl, Attributes } = input.SetAttributes.parse(raw)
      put(at(QueueUrl), Attributes)
    },
    GetQueueUrl: (raw) => ({ QueueUrl: urlOf(named(input.ByName.parse(raw).QueueName)) }),
    ListQueues: (raw) => {
      const { QueueNamePrefix } = input.List.parse(raw)
      const names = [...store.queues.keys()].filter((name) => name.startsWith(QueueNamePrefix))
      return { QueueUrls: names.sort().map(urlOf) }
    },
    GetQueueAttributes: (raw) => {
      const { QueueUrl, AttributeNames } = input.GetAttributes.parse(raw)
      const wanted = Object.entries(attributesOf(at(QueueUrl))).filter(
        ([name, value]) =>
          value !== 'undefined' &&
          (AttributeNames.includes('All') || AttributeNames.includes(name)),
      )
      return { Attributes: Object.fromEntries(wanted) }
    },
    PurgeQueue: (raw) => store.purge(at(input.AtQueue.parse(raw).QueueUrl)),
    SendMessage: (raw) => {
      const message = input.AtQueue.extend(input.Message.shape).parse(raw)
      return send(at(message.QueueUrl), message)
    },
    ReceiveMessage: async (raw, signal) => {
      const request = input.Receive.parse(raw)
      const messages = await store.receive(at(request.QueueUrl), {
        max: request.MaxNumberOfMessages,
        visibility: request.VisibilityTimeout,
        wait: request.WaitTimeSeconds,
        signal,
      })
      const names = [...request.AttributeNames, ...request.MessageSystemAttributeNames]
      return messages.length > 0
        ? { Messages: messages.map((message) => describe(message, names)) }
        : {}
    },
    DeleteMessage: (raw) => {
      const entry = input.AtQueue.extend(input.Receipt.shape).parse(raw)
      return remove(at(entry.QueueUrl), entry)
    },
    ChangeMessageVisibility: (raw) => {
      const change = input.AtQueue.extend(input.Visibility.shape).parse(raw)
      return hide(at(change.QueueUrl), change)
    },
    SendMessageBatch: batch(input.Message, at, send),
    DeleteMessageBatch: batch(input.Receipt, at, remove),
    ChangeMessageVisibilityBatch: batch(input.Visibility, at, hide),
  }
}
